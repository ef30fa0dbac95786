extension HolisticLandmarker: OfferedTask {
    package static var summary: String { "Locates the landmarks of each person's body, face, and hands." }
    package static var column: String { "people" }
    package static var options: [TaskOption<HolisticLandmarkerOptions>] { HolisticLandmarkerOptions.table }
    package static var values: [ResultValue<HolisticLandmarkerResult, HolisticLandmarkerResult.Person>] {
        HolisticLandmarkerResult.values
    }

    package static func makeOptions() -> HolisticLandmarkerOptions { HolisticLandmarkerOptions() }
    package static func subjects(of result: HolisticLandmarkerResult) -> [HolisticLandmarkerResult.Person] {
        result.people
    }
}

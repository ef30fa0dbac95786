extension PoseLandmarker: OfferedTask {
    package static var summary: String {
        "Locates \(PoseLandmark.allCases.count) landmarks on each person, in the image and in meters."
    }
    package static var column: String { "poses" }
    package static var options: [TaskOption<PoseLandmarkerOptions>] { PoseLandmarkerOptions.table }
    package static var values: [ResultValue<PoseLandmarkerResult, PoseLandmarkerResult.Pose>] {
        PoseLandmarkerResult.values
    }

    package static func makeOptions() -> PoseLandmarkerOptions { PoseLandmarkerOptions() }
    package static func subjects(of result: PoseLandmarkerResult) -> [PoseLandmarkerResult.Pose] { result.poses }
}

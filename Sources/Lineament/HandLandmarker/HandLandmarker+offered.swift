extension HandLandmarker: OfferedTask {
    package static var summary: String {
        "Locates \(HandLandmark.allCases.count) landmarks on each hand, in the image and in meters, and tells left from right."
    }
    package static var column: String { "hands" }
    package static var options: [TaskOption<HandLandmarkerOptions>] { HandLandmarkerOptions.table }
    package static var values: [ResultValue<HandLandmarkerResult, HandLandmarkerResult.Hand>] {
        HandLandmarkerResult.values
    }

    package static func makeOptions() -> HandLandmarkerOptions { HandLandmarkerOptions() }
    package static func subjects(of result: HandLandmarkerResult) -> [HandLandmarkerResult.Hand] { result.hands }
}

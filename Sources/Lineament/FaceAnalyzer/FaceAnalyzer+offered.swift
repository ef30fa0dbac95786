extension FaceAnalyzer: OfferedTask {
    package static var summary: String { "Detects faces and reports ML Kit's values for each." }
    package static var column: String { "faces" }
    package static var takesModel: Bool { false }
    package static var options: [TaskOption<FaceAnalyzerOptions>] { FaceAnalyzerOptions.table }
    package static var values: [ResultValue<FaceAnalyzerResult, FaceAnalyzerResult.Face>] { FaceAnalyzerResult.values }

    package static func makeOptions() -> FaceAnalyzerOptions { FaceAnalyzerOptions() }
    package static func subjects(of result: FaceAnalyzerResult) -> [FaceAnalyzerResult.Face] { result.faces }
}

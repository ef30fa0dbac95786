extension FaceDetector: OfferedTask {
    package static var summary: String { "Detects faces: a box, a score and six keypoints each." }
    package static var column: String { "faces" }
    package static var options: [TaskOption<FaceDetectorOptions>] { FaceDetectorOptions.table }
    package static var values: [ResultValue<FaceDetectorResult, Detection>] { FaceDetectorResult.values }

    package static func makeOptions() -> FaceDetectorOptions { FaceDetectorOptions() }
    package static func subjects(of result: FaceDetectorResult) -> [Detection] { result.detections }
}

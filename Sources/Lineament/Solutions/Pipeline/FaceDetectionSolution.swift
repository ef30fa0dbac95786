// SPDX-License-Identifier: Apache-2.0

/// MediaPipe's `FaceDetection`: `face_detection_short_range_cpu.pbtxt` and `face_detection_full_range_cpu.pbtxt`.
///
/// As in MediaPipe 0.10.21, the minimum score is that of the graph, whatever the options say.
struct FaceDetectionSolution: SolutionPipeline {
    /// The overlap above which two detections are merged.
    private static let minSuppression: Float = 0.3

    private let detector: BlazeFaceDetector
    private let minScore: Float

    init(_ options: SolutionOptions) throws {
        detector = try SolutionModels(options).faceDetector(isFullRange: options.model == 1)
        minScore = options.model == 1 ? 0.6 : 0.5
    }

    func makeMemory() {}

    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout Void) throws -> SolutionOutput {
        var output = SolutionOutput()
        output.detections = try detector.faces(
            in: pixels, region: .wholeImage(pixels.size), minScore: minScore, iouThreshold: Self.minSuppression
        ).map {
            SolutionOutput.Face(
                score: $0.score, origin: $0.box.minimum, size: $0.box.size, keypoints: $0.keypoints)
        }
        return output
    }
}

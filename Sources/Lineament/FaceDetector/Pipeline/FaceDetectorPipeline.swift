// SPDX-License-Identifier: Apache-2.0

/// The pipeline of a ``FaceDetector``: one detection stage, whose detections become the result. It keeps no state
/// between frames.
struct FaceDetectorPipeline: FramePipeline {
    let detector: any FaceDetectionStage
    /// MediaPipe's detector, for close-ups.
    let closeUp: BlazeFaceDetector
    let minScore: Float
    let iouThreshold: Float
    let acceptsMirroredOrientations: Bool

    init(_ options: FaceDetectorOptions) throws {
        let threading = try Threading(options.baseOptions)
        let file = try ModelFile.read(
            options.baseOptions, default: FaceDetectorFactory.defaultModel(of: options.range))
        let base = try BlazeFaceDetector(file, threading: threading, style: .tasks)
        closeUp = base
        detector = try FaceDetectorFactory.detector(
            for: options.range, base: base, threading: threading, maxSearchedPixels: options.maxSearchedPixels)
        minScore = options.minDetectionConfidence
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        iouThreshold = options.minSuppressionThreshold
    }

    func makeMemory() {}

    func process(_ image: PipelineImage, timestamp: Int) throws -> FaceDetectorResult {
        try process(image, isFrame: false, timestamp: timestamp)
    }

    func process(_ frame: PipelineImage, timestamp: Int, memory: inout Void) throws -> FaceDetectorResult {
        try process(frame, isFrame: true, timestamp: timestamp)
    }

    private func process(_ image: PipelineImage, isFrame: Bool, timestamp: Int) throws -> FaceDetectorResult {
        let size = image.pixels.size
        let faces = try detector.faces(
            in: image.pixels, region: .wholeImage(size, rotation: image.rotation), minScore: minScore,
            iouThreshold: iouThreshold)
        // Flip back first: rounding and clamping before that would shift boxes that reach the image's edge.
        let detections = try faces.map { Detection(try image.stored($0), in: size) }
        return FaceDetectorResult(detections: detections, timestampInMilliseconds: timestamp, isFrame: isFrame)
    }
}

/// The pipeline of a ``FaceDetector``: one detection stage, whose detections become the result. It keeps no state
/// between frames.
struct FaceDetectorPipeline: FramePipeline {
    let detector: any FaceDetectionStage
    let minScore: Float
    let iouThreshold: Float
    let acceptsMirroredOrientations: Bool

    init(_ options: FaceDetectorOptions) throws {
        let threading = try Threading(requested: options.baseOptions.numThreads)
        let file = try ModelFile.read(
            options.baseOptions, default: FaceDetectorFactory.defaultModel(of: options.range))
        let base = try BlazeFaceDetector(file, threading: threading)
        detector = try FaceDetectorFactory.detector(
            for: options.range, base: base, threading: threading, maxSearchedPixels: options.maxSearchedPixels)
        minScore = options.minDetectionConfidence
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        iouThreshold = options.minSuppressionThreshold
    }

    func makeMemory() {}

    func process(_ image: MPImage, timestamp: Int) throws -> FaceDetectorResult {
        try process(image, isFrame: false, timestamp: timestamp)
    }

    func process(_ frame: MPImage, timestamp: Int, memory: inout Void) throws -> FaceDetectorResult {
        try process(frame, isFrame: true, timestamp: timestamp)
    }

    private func process(_ image: MPImage, isFrame: Bool, timestamp: Int) throws -> FaceDetectorResult {
        let size = image.pixels.size
        let faces = try detector.faces(
            in: image.pixels, region: .wholeImage(size, rotation: try image.regionRotation), minScore: minScore,
            iouThreshold: iouThreshold)
        return FaceDetectorResult(
            detections: faces.map { Detection($0, in: size) }, isFrame: isFrame, timestampInMilliseconds: timestamp)
    }
}

internal import LiteRT

/// One of MediaPipe's two BlazeFace models.
struct BlazeFaceDetector: FaceDetectionStage {
    static let keypointCount = 6

    let detector: AnchorBasedDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threading: Threading) throws {
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.shortRangeFace, .fullRangeFace], threading: threading)
    }

    /// Loads a model file.
    init(_ file: ModelFile, threading: Threading) throws {
        self = try mappingRuntimeErrors { try BlazeFaceDetector(file.model(), threading: threading) }
    }

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        try faces(
            in: pixels, region: region, minScore: minScore, iouThreshold: iouThreshold, usesAllThreads: true,
            keepsBoxSize: false)
    }

    /// - Parameters:
    ///   - usesAllThreads: whether this inference may use all threads.
    ///   - keepsBoxSize: whether the box of a rotated region keeps its own size about its centre; else it becomes the
    ///     box that bounds its rotated corners, as in MediaPipe.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, usesAllThreads: Bool,
        keepsBoxSize: Bool
    ) throws -> [RawDetection] {
        let padded = detector.padded(region.region(in: pixels.size))
        let projection = Projection(from: padded, to: pixels.size)
        return try detector.detections(in: pixels, region: padded, minScore: minScore, usesAllThreads: usesAllThreads)
            .weightedNonMaxSuppression(iouThreshold: iouThreshold).map { detection in
                var placed = detection.projected(by: projection)
                if keepsBoxSize {
                    let extent =
                        detection.box.size * SIMD2(padded.width, padded.height)
                        / SIMD2(pixels.size.width, pixels.size.height)
                    let center = placed.box.center
                    placed.box = BoundingBox(minimum: center - extent / 2, maximum: center + extent / 2)
                }
                return placed
            }
    }
}

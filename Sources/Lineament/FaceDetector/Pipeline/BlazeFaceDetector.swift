// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// MediaPipe's face detector with one of its two BlazeFace models, short-range or full-range.
///
/// Pads the region to the model's aspect ratio, runs ``AnchorBasedDetector``, merges overlapping detections and
/// projects them from the region back to the image.
struct BlazeFaceDetector: FaceDetectionStage {
    /// The number of keypoints, those of ``FaceKeypoint``.
    static let keypointCount = 6

    let detector: AnchorBasedDetector
    private let style: GraphStyle

    var model: ImageModel { detector.model }

    init(_ model: Model, threading: Threading, style: GraphStyle) throws {
        self.style = style
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.shortRangeFace, .fullRangeFace], threading: threading,
            style: style)
    }

    /// Loads a model file.
    init(_ file: ModelFile, threading: Threading, style: GraphStyle) throws {
        self = try mappingRuntimeErrors {
            try BlazeFaceDetector(file.model(), threading: threading, style: style)
        }
    }

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        try faces(
            in: pixels, region: region, minScore: minScore, iouThreshold: iouThreshold, usesAllThreads: true,
            keepsBoxSize: false)
    }

    /// Returns the faces in `region` of the image, best score first, in fractions of the image.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - region: The region to search.
    ///   - minScore: The score below which detections are dropped.
    ///   - iouThreshold: The intersection over union above which detections are merged.
    ///   - usesAllThreads: Whether this inference may use all threads.
    ///   - keepsBoxSize: Whether a box detected in a rotated region keeps its own size about its center. Otherwise it
    ///     becomes the bounding box of its rotated corners, as in MediaPipe.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, usesAllThreads: Bool,
        keepsBoxSize: Bool
    ) throws -> [RawDetection] {
        let padded = detector.padded(region.region(in: pixels.size))
        let projection = Projection(from: padded, to: pixels.size, style: style)
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

internal import LiteRT

/// MediaPipe's pose detector: people by the middle of their hips and a point that gives size and rotation of the body.
struct BlazePoseDetector: Sendable {
    /// Hips, scale of the whole body, shoulders, scale of the upper body; only the first two are used.
    private static let keypointCount = 4
    /// The overlap from which two detections are one person; the landmarker has no option for it.
    private static let iouThreshold: Float = 0.5

    private let detector: AnchorBasedDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threading: Threading) throws {
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.pose], threading: threading)
    }

    /// The landmark regions of the people in the image, best first.
    /// - Parameter rotation: of the region that is shown to the detector, in radians.
    func regions(in pixels: PixelBuffer, rotation: Float, minScore: Float) throws -> [RotatedRect] {
        let whole = RotatedRect.wholeImage(pixels.size, rotation: rotation)
        return try regions(in: pixels, part: whole, minScore: minScore)
    }

    /// The landmark regions of the people in a part of the image, best first.
    func regions(in pixels: PixelBuffer, part: RotatedRect, minScore: Float) throws -> [RotatedRect] {
        let size = pixels.size
        let region = part.region(in: size)
        let found = try detector.detections(in: pixels, region: detector.padded(region), minScore: minScore)
        let letterbox = Letterbox(region, aspect: Float(model.input.height) / Float(model.input.width))
        // MediaPipe leaves this step out, so it detects nobody in rotated images.
        let projection = part == .wholeImage(size) ? nil : Projection(from: region, to: size)
        return found.weightedNonMaxSuppression(iouThreshold: Self.iouThreshold).map { person in
            let points = person.keypoints.prefix(2).map { point in
                let inside = letterbox.removed(from: point)
                return projection?(inside) ?? inside
            }
            return PoseRegion.around(center: points[0], scale: points[1], in: size)
        }
    }
}

/// The bars that a region is given on two sides so that it has the shape of a tensor.
struct Letterbox {
    /// What each bar takes of the tensor, left and right, above and below.
    private let bars: SIMD2<Float>

    /// - Parameter aspect: the tensor's height over its width.
    init(_ region: PixelRegion, aspect: Float) {
        let own = region.height / region.width
        bars = aspect > own ? SIMD2(0, (1 - own / aspect) / 2) : SIMD2((1 - aspect / own) / 2, 0)
    }

    /// A point in fractions of the tensor as fractions of the region.
    func removed(from point: SIMD2<Float>) -> SIMD2<Float> { (point - bars) / (1 - (bars + bars)) }
}

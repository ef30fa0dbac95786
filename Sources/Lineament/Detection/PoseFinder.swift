internal import LiteRT

/// Finds people by the middle of their hips and a point that tells size and turn of the whole body.
struct PoseFinder: Sendable {
    /// Hips, scale of the whole body, shoulders, scale of the upper body; only the first two are used.
    private static let keypointCount = 4
    /// The overlap of two heads at which they are one person; the landmarker has no option for it.
    private static let suppression: Float = 0.5

    private let detector: AnchoredDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threads: ThreadPlan) throws {
        detector = try AnchoredDetector(
            model, keypointCount: Self.keypointCount, grids: [.pose], threads: threads)
    }

    /// The landmark regions of the people in the picture, best first.
    /// - Parameter rotation: how the picture is turned before it is looked at, in radians.
    func regions(in pixels: PixelBuffer, rotation: Float, minScore: Float) throws -> [RotatedRect] {
        let whole = RotatedRect.wholeImage(pixels.size, rotation: rotation)
        return try regions(in: pixels, part: whole, minScore: minScore)
    }

    /// The landmark regions of the people in a part of the picture, best first.
    func regions(in pixels: PixelBuffer, part: RotatedRect, minScore: Float) throws -> [RotatedRect] {
        let size = pixels.size
        let region = part.region(in: size)
        let found = try detector.candidates(in: pixels, region: detector.padded(region), minScore: minScore)
        let letterbox = Letterbox(region, aspect: Float(model.image.height) / Float(model.image.width))
        // MediaPipe leaves this step out, so that it finds nobody in turned pictures.
        let projection = part == .wholeImage(size) ? nil : Projection(from: region, to: size)
        return found.mergingOverlaps(above: Self.suppression).map { person in
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

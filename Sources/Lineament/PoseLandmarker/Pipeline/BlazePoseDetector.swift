internal import LiteRT

/// MediaPipe's pose detector, which detects people by the midpoint of their hips and a second point that gives the size
/// and rotation of the body.
///
/// It is the first stage of the pose landmarker. Unlike the face detector, it returns landmark regions, because its
/// keypoints determine them.
struct BlazePoseDetector: Sendable {
    /// Hips, scale of the whole body, shoulders, scale of the upper body; only the first two are used.
    private static let keypointCount = 4
    /// The intersection over union above which two detections are merged; the landmarker has no option for it.
    private static let iouThreshold: Float = 0.5

    private let detector: AnchorBasedDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threading: Threading) throws {
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.pose], threading: threading)
    }

    /// Returns the landmark regions of the people in the image, best detection first.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - rotation: The rotation of the searched region, in radians.
    ///   - minScore: The score below which detections are dropped.
    func regions(in pixels: PixelBuffer, rotation: Float, minScore: Float) throws -> [RotatedRect] {
        let whole = RotatedRect.wholeImage(pixels.size, rotation: rotation)
        return try regions(in: pixels, part: whole, minScore: minScore)
    }

    /// Returns the landmark regions of the people in a part of the image, best detection first.
    func regions(in pixels: PixelBuffer, part: RotatedRect, minScore: Float) throws -> [RotatedRect] {
        let size = pixels.size
        let region = part.region(in: size)
        let found = try detector.detections(in: pixels, region: detector.padded(region), minScore: minScore)
        let letterbox = Letterbox(region, aspect: Float(model.input.height) / Float(model.input.width))
        // MediaPipe omits this step, so its pose landmarker detects nobody in rotated images.
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

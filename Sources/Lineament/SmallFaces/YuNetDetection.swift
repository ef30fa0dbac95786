internal import Foundation

/// A face as YuNet detects it: from forehead to chin, with five points, in pixels.
struct YuNetDetection: Sendable {
    var center: SIMD2<Float>
    /// Width and height in the face's own upright frame.
    var size: SIMD2<Float>
    /// As the network gives it; see ``confidence``.
    var score: Float
    /// Right eye, left eye, nose tip, right and left corner of the mouth (the subject's sides).
    var points: [SIMD2<Float>]
    /// How the tile in which the face was detected is rotated.
    var turn = QuarterTurn.none

    /// The face's box in the image.
    var box: BoundingBox {
        let upright = turn.swapsSides ? SIMD2(size.y, size.x) : size
        return BoundingBox(minimum: center - upright / 2, maximum: center + upright / 2)
    }

    /// The score on the scale of MediaPipe's detectors.
    ///
    /// On the labelled photos a detection that YuNet scores 0.8 or more, at its best scale, is a face in 99 of 100 cases,
    /// and what it scores less is as often none as one. So 0.8 becomes 0.5, the default of `minDetectionConfidence`, and
    /// 0.9 becomes 0.95.
    var confidence: Float { sigmoid((score - Self.even) * Self.steepness) }

    private static let even: Float = 0.8
    private static let steepness: Float = 30
}

extension [YuNetDetection] {
    /// Each face once, the best of those that share their place, best first.
    func nonMaxSuppression() -> [YuNetDetection] {
        sorted { $0.score > $1.score }.map { (face: $0, box: $0.box) }
            .keepingFirst { $0.box.isOneFace(with: $1.box) }.map(\.face)
    }
}

extension BoundingBox {
    private static let overlapOfOneFace: Float = 0.45
    /// A box that lies so far inside another is a part of that face, or the face is a part of the box.
    private static let shareInside: Float = 0.75
    /// Boxes of a face at 45 degrees, detected in two turns, differ in form, but their centres are near: closer than 0.35
    /// of their sides, squared.
    private static let closestCenters: Float = 0.12

    fileprivate func isOneFace(with other: BoundingBox) -> Bool {
        let low = pointwiseMax(minimum, other.minimum)
        let high = pointwiseMin(maximum, other.maximum)
        guard high.x > low.x, high.y > low.y else { return false }
        let shared = (high.x - low.x) * (high.y - low.y)
        let apart = center - other.center
        let smaller = Swift.min(area, other.area)
        return shared > Self.overlapOfOneFace * (area + other.area - shared) || shared > Self.shareInside * smaller
            || (apart * apart).sum() < Self.closestCenters * smaller
    }
}

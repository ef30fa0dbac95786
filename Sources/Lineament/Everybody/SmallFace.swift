internal import Foundation

/// A face as YuNet sees it: from forehead to chin, with five points, in pixels.
struct SmallFace: Sendable {
    var center: SIMD2<Float>
    /// Width and height in the face's own upright frame.
    var size: SIMD2<Float>
    /// As the network gives it; see ``SmallFaceScore``.
    var score: Float
    /// Right eye, left eye, nose tip, right and left corner of the mouth (the subject's sides).
    var points: [SIMD2<Float>]
    /// How the frame in which the face was found is turned, in quarter turns.
    var quarterTurns = 0

    /// The face's box in the picture.
    var box: Box {
        let upright = quarterTurns % 2 == 0 ? size : SIMD2(size.y, size.x)
        return Box(minimum: center - upright / 2, maximum: center + upright / 2)
    }
}

/// A rectangle of a picture that is looked at as one, in the picture's pixels.
struct Tile: Sendable {
    /// In pixels of the network's input.
    let width: Int
    let height: Int
    let center: SIMD2<Float>
    /// Pixels of the picture for each pixel of the input.
    let step: Float
    let quarterTurns: Int

    private var rotation: Float { Float(Double(quarterTurns) * Double.pi / 2) }

    /// What the network looks at: the tile and a pixel on each side.
    var borderedRegion: PixelRegion {
        PixelRegion(
            xCenter: center.x, yCenter: center.y, width: Float(width + 2) * step, height: Float(height + 2) * step,
            rotation: rotation)
    }

    /// A face found in the tile, in pixels of the whole picture.
    func placed(_ face: SmallFace, scale: Float) -> SmallFace {
        func placed(_ point: SIMD2<Float>) -> SIMD2<Float> {
            let offset = (point - SIMD2(Float(width), Float(height)) / 2) * step
            return (center + Self.turned(offset, by: quarterTurns)) * scale
        }
        return SmallFace(
            center: placed(face.center), size: face.size * step * scale, score: face.score,
            points: face.points.map(placed), quarterTurns: quarterTurns)
    }

    static func turned(_ vector: SIMD2<Float>, by quarterTurns: Int) -> SIMD2<Float> {
        switch quarterTurns & 3 {
        case 1: SIMD2(-vector.y, vector.x)
        case 2: -vector
        case 3: SIMD2(vector.y, -vector.x)
        default: vector
        }
    }
}

extension [SmallFace] {
    /// Each face once, the surest of those that share their place, best first.
    func mergingOverlaps() -> [SmallFace] {
        var kept: [(face: SmallFace, box: Box)] = []
        for face in sorted(by: { $0.score > $1.score }) {
            let box = face.box
            if !kept.contains(where: { $0.box.isOneFace(with: box) }) { kept.append((face, box)) }
        }
        return kept.map(\.face)
    }
}

extension Box {
    private static let overlapOfOneFace: Float = 0.45
    /// A box that lies so far inside another is a part of that face, or the face is a part of the box.
    private static let shareInside: Float = 0.75
    /// Boxes of a face at 45 degrees, found in two turns, differ in form, but their middles are near: closer than 0.35 of
    /// their sides, squared.
    private static let closestMiddles: Float = 0.12

    fileprivate func isOneFace(with other: Box) -> Bool {
        let low = pointwiseMax(minimum, other.minimum)
        let high = pointwiseMin(maximum, other.maximum)
        guard high.x > low.x, high.y > low.y else { return false }
        let shared = (high.x - low.x) * (high.y - low.y)
        let apart = center - other.center
        let smaller = Swift.min(area, other.area)
        return shared > Self.overlapOfOneFace * (area + other.area - shared) || shared > Self.shareInside * smaller
            || (apart * apart).sum() < Self.closestMiddles * smaller
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// How a face or a person looks, by which two sightings are told to be of one or of two: the face, of a person also the trunk.
///
/// It tells neighboring frames apart, and no more: after a second, the same person who has turned the head correlates as little
/// as another person.
struct TrackLook: Sendable {
    /// The parts; `nil` for one that is not seen.
    private let parts: [LookedAtPart?]

    /// Copies parts of a frame; `nil` is returned if none is seen.
    /// - Parameters:
    ///   - frame: The frame. Its luma is read or, of packed pixels, the green channel.
    ///   - boxes: The parts, in pixels.
    init?(_ frame: PixelBuffer, _ boxes: [CGRect?]) {
        let margin = (Self.extent - 1) / 2
        let size = CGSize(width: frame.width, height: frame.height)
        self.init(
            parts: boxes.map { box in
                box.flatMap {
                    LookedAtPart(
                        frame, $0.insetBy(dx: -margin * $0.width, dy: -margin * $0.height).fractions(of: size))
                }
            })
    }

    /// The side of what is looked at, in sides of the box: of a face, with some of the hair and the chin.
    private static let extent = 1.2

    /// Copies a face: a square around the eyes and the mouth, as boxes of different detectors differ in size.
    init?(of face: Detection, in frame: PixelBuffer) {
        self.init(frame, [face.features(in: frame) ?? face.boundingBox])
    }

    /// Returns the least normalized cross-correlation of parts that are seen in both looks, -1 to 1; `nil` if there are none.
    func correlation(with other: TrackLook) -> Float? {
        pairs(with: other).map { $0.correlation(with: $1) }.min()
    }

    /// Returns whether a part of the look is a mixture of an earlier and a later one that differ, as in a dissolve.
    func isMixture(of earlier: TrackLook, _ later: TrackLook) -> Bool {
        parts.indices.contains { place in
            guard let part = parts[place], let first = earlier.parts[place], let second = later.parts[place] else {
                return false
            }
            return part.isMixture(of: first, second)
        }
    }

    /// Returns the look at the same places in another frame, wherever near them it is most alike: detectors that disagree about the
    /// size of a face do not change this.
    /// - Parameters:
    ///   - frame: The other frame.
    ///   - way: How far the scene's content has moved, in fractions of the frame.
    func again(in frame: PixelBuffer, moved way: SIMD2<Double>) -> TrackLook? {
        TrackLook(parts: parts.map { $0?.again(in: frame, moved: way) })
    }

    /// Returns whether all parts are where those of another look at the same frame are, and about as large.
    func isInPlace(of other: TrackLook) -> Bool { pairs(with: other).allSatisfy { $0.isInPlace(of: $1) } }

    /// Returns whether all parts overlap with those of another look at the same frame, so that they show the same face and not one
    /// beside it.
    func overlaps(_ other: TrackLook) -> Bool { pairs(with: other).allSatisfy { $0.overlaps($1) } }

    private init?(parts: [LookedAtPart?]) {
        guard parts.contains(where: { $0 != nil }) else { return nil }
        self.parts = parts
    }

    private func pairs(with other: TrackLook) -> [(LookedAtPart, LookedAtPart)] {
        zip(parts, other.parts).compactMap { pair in
            guard let one = pair.0, let two = pair.1 else { return nil }
            return (one, two)
        }
    }
}

/// The gray levels of a part of a frame in a small grid.
private struct LookedAtPart: Sendable {
    /// The number of cells along each side of the grid.
    private static let side = 36
    /// The largest shift, in cells, that the boxes of one face may differ by.
    private static let reach = 3
    /// The correlation from which no better shift is looked for.
    private static let enough: Float = 0.9

    /// The correlation below which two looks differ.
    private static let differentLook: Float = 0.6
    /// The share of the variance of a mixture that both looks explain, and by how much that is more than either explains alone.
    private static let explained: Float = 0.85
    private static let explainedByBoth: Float = 0.15

    /// The part, in fractions of the frame.
    private let rect: CGRect
    private let grid: GrayGrid

    /// Copies a part, in fractions of the frame; `nil` is returned for one that is not finite.
    init?(_ frame: PixelBuffer, _ rect: CGRect) {
        guard [rect.minX, rect.minY, rect.width, rect.height].allSatisfy({ $0.isFinite && abs($0) < 1e3 }) else {
            return nil
        }
        self.rect = rect
        let pixels = rect.pixels(of: CGSize(width: frame.width, height: frame.height))
        grid = GrayGrid(frame, part: pixels, columns: Self.side, rows: Self.side)
        // A part without readable pixels matches nothing.
        guard !grid.levels.isEmpty else { return nil }
    }

    /// The distance between the centers of two parts, in sides, and the ratio of sides, up to which they are the same.
    private static let sameDistance = 0.2
    private static let sameRatio = 1.25
    /// The distance, in sides of the larger part, up to which two parts overlap.
    private static let overlapDistance = 0.5

    func isInPlace(of other: LookedAtPart) -> Bool {
        let ratio = rect.width / other.rect.width
        return distance(to: other, in: rect) <= Self.sameDistance && max(ratio, 1 / ratio) <= Self.sameRatio
    }

    func overlaps(_ other: LookedAtPart) -> Bool {
        distance(to: other, in: rect.width > other.rect.width ? rect : other.rect) <= Self.overlapDistance
    }

    /// Returns the distance between the centers, in sides of a part.
    private func distance(to other: LookedAtPart, in side: CGRect) -> Double {
        ((rect.center - other.rect.center) / SIMD2(Double(side.width), Double(side.height))).length
    }

    /// Returns the part of another frame that is most alike.
    func again(in frame: PixelBuffer, moved way: SIMD2<Double>) -> LookedAtPart? {
        guard let still = LookedAtPart(frame, rect.moved(by: way)) else { return nil }
        let shift = still.aligned(with: grid).shift
        guard shift != SIMD2(0, 0) else { return still }
        let step = SIMD2(Double(rect.width), Double(rect.height)) / Double(Self.side)
        return LookedAtPart(frame, still.rect.moved(by: SIMD2(Double(shift.x), Double(shift.y)) * step))
    }

    /// Returns the normalized cross-correlation with another look at the best shift, -1 to 1.
    func correlation(with other: LookedAtPart) -> Float { aligned(with: other.grid).correlation }

    /// Returns the shift, in cells, at which another look correlates best. Two parts of the same even gray are alike, as a screen
    /// that another detector found; black ones are not, as faces fade to black and from it.
    private func aligned(with other: GrayGrid) -> (shift: SIMD2<Int>, correlation: Float) {
        if grid.isEven, other.isEven {
            return (SIMD2(0, 0), grid.agreement(with: other) > 0.5 ? 1 : -1)
        }
        var best = (shift: SIMD2(0, 0), correlation: grid.correlation(with: other, shift: SIMD2(0, 0)))
        guard best.correlation < Self.enough else { return best }
        for down in -Self.reach...Self.reach {
            for across in -Self.reach...Self.reach {
                let shift = SIMD2(across, down)
                let correlation = grid.correlation(with: other, shift: shift)
                if correlation > best.correlation { best = (shift, correlation) }
            }
        }
        return best
    }

    /// Returns whether this is a mixture of an earlier and a later one that differ: then it is explained by both together, and by
    /// neither alone. A head that turns is not, as its features move.
    func isMixture(of earlier: LookedAtPart, _ later: LookedAtPart) -> Bool {
        guard later.grid.correlation(with: earlier.grid, shift: SIMD2(0, 0)) < Self.differentLook,
            ![self, earlier, later].contains(where: \.grid.isEven)
        else { return false }
        let first = aligned(with: earlier.grid)
        let second = aligned(with: later.grid)
        let between = later.grid.correlation(with: earlier.grid, shift: first.shift &- second.shift)
        let one = first.correlation
        let two = second.correlation
        guard between < Self.differentLook, one > between, two > between else { return false }
        let explained = (one * one + two * two - 2 * one * two * between) / (1 - between * between)
        return explained >= Self.explained && explained - max(one * one, two * two) >= Self.explainedByBoth
    }
}

extension Detection {
    /// The side of the square around the eyes and the mouth, in the larger one of the distances between them.
    private static let featuresSide = 3.0

    /// Returns a square around the eyes and the mouth, in pixels; `nil` without keypoints.
    fileprivate func features(in frame: PixelBuffer) -> CGRect? {
        let size = CGSize(width: frame.width, height: frame.height)
        let points = [FaceKeypoint.rightEye, .leftEye, .mouthCenter].compactMap { self[$0]?.position(in: size) }
            .map { SIMD2(Double($0.x), Double($0.y)) }
        guard points.count == 3 else { return nil }
        let eyes = (points[0] + points[1]) / 2
        let middle = (eyes + points[2]) / 2
        let side = Self.featuresSide * max((points[1] - points[0]).length, (points[2] - eyes).length)
        guard side > 1, side.isFinite else { return nil }
        return CGRect(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
    }
}

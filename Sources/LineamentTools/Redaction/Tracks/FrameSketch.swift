// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// A small gray copy of a frame, for telling how two frames relate: by a movement of the camera, or not at all.
struct FrameSketch: Sendable {
    /// How one frame relates to another.
    struct Match: Sendable {
        /// How far the content has moved since the other frame, in fractions of the frame's width and height.
        var shift: SIMD2<Double>
        /// The normalized cross-correlation of what both frames show, -1 to 1. Brightness and contrast have no effect.
        var correlation: Float
        /// The share of what both frames show, and is neither black nor overexposed, that is the same in brightness, too.
        var agreement: Float
    }

    /// Whether the frame shows nothing: it has one color, or nearly all of it is black or overexposed.
    let isBlank: Bool
    private let fine: GrayGrid
    private let coarse: GrayGrid

    /// The standard deviation, in gray levels, below which a frame is blank.
    private static let blankDeviation: Float = 3
    /// The share of black and overexposed cells from which a frame is blank.
    private static let blankShare: Float = 0.9
    /// The correlation without movement from which no movement beyond neighboring cells is looked for.
    private static let stillCorrelation: Float = 0.97
    /// The number of coarse movements that are refined.
    private static let refined = 3

    /// Copies a frame.
    /// - Parameter frame: The frame. Its luma is read or, of packed pixels, the green channel.
    init(_ frame: PixelBuffer) {
        fine = GrayGrid(frame)
        coarse = fine.halved
        isBlank = fine.deviation < Self.blankDeviation || fine.clippedShare >= Self.blankShare
    }

    /// Returns how the frame relates to an earlier one.
    func match(_ earlier: FrameSketch) -> Match {
        let near = best(earlier, around: [SIMD2(0, 0)], reach: 1)
        if near.correlation >= Self.stillCorrelation { return located(near, earlier) }
        var places: [(shift: SIMD2<Int>, correlation: Float)] = []
        let reach = SIMD2(coarse.columns * 5 / 8, coarse.rows * 5 / 8)
        for down in -reach.y...reach.y {
            for across in -reach.x...reach.x {
                let shift = SIMD2(across, down)
                places.append((shift, coarse.correlation(with: earlier.coarse, shift: shift)))
            }
        }
        let candidates = places.sorted { $0.correlation > $1.correlation }.prefix(Self.refined)
        let far = best(earlier, around: candidates.map { $0.shift &* 2 }, reach: 2)
        return located(far.correlation > near.correlation ? far : near, earlier)
    }

    private func best(
        _ earlier: FrameSketch, around centers: [SIMD2<Int>], reach: Int
    ) -> (shift: SIMD2<Int>, correlation: Float) {
        var best = (shift: SIMD2(0, 0), correlation: -Float.infinity)
        for center in centers {
            for down in -reach...reach {
                for across in -reach...reach {
                    let shift = center &+ SIMD2(across, down)
                    let correlation = fine.correlation(with: earlier.fine, shift: shift)
                    if correlation > best.correlation { best = (shift, correlation) }
                }
            }
        }
        return best
    }

    /// Returns a match whose shift lies between cells: at the vertex of the parabola through the neighbors.
    private func located(_ found: (shift: SIMD2<Int>, correlation: Float), _ earlier: FrameSketch) -> Match {
        func offset(_ step: SIMD2<Int>) -> Double {
            let before = fine.correlation(with: earlier.fine, shift: found.shift &- step)
            let after = fine.correlation(with: earlier.fine, shift: found.shift &+ step)
            let curvature = before - 2 * found.correlation + after
            guard curvature < -1e-6 else { return 0 }
            return Double(max(-0.5, min(0.5, (before - after) / (2 * curvature))))
        }
        let place = SIMD2(
            Double(found.shift.x) + offset(SIMD2(1, 0)),
            Double(found.shift.y) + offset(SIMD2(0, 1)))
        return Match(
            shift: place / SIMD2(Double(fine.columns), Double(fine.rows)), correlation: found.correlation,
            agreement: fine.agreement(with: earlier.fine))
    }
}

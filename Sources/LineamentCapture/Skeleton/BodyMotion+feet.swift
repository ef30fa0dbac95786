// SPDX-License-Identifier: Apache-2.0

extension PointSeries {
    /// Returns how fast a foot moves across the image, in fractions of it a second; NaN if that is not seen.
    func footSpeed(_ side: Joint.Side, at frame: Int, rate: Double) -> SIMD2<Double> {
        let first = max(0, frame - 1)
        let last = min(frameCount - 1, frame + 1)
        // Ankle, heel and toes together: one of them alone is too uncertain.
        let ways = [27, 29, 31].compactMap { landmark -> SIMD2<Double>? in
            let point = landmark + side.rawValue
            guard last > first, knowledge[frame * pointCount + point] != .guessed,
                let before = imagePosition(of: point, at: first),
                let after = imagePosition(of: point, at: last)
            else { return nil }
            return SIMD2(Double(after.x - before.x), Double(after.y - before.y)) * rate / Double(last - first)
        }
        guard !ways.isEmpty else { return SIMD2(repeating: .nan) }
        return ways.reduce(.zero, +) / Double(ways.count)
    }
}

/// Where the sole of a foot is, from the hips of a pose.
struct FootPlace {
    /// The middle of toes and heel, x and z.
    let middle: SIMD2<Double>
    /// The height of the lower one of them.
    let lowest: Double
}

/// The feet of a person in all poses: the left one of the first pose, its right one, and so on.
struct Feet {
    private(set) var places: [FootPlace] = []
    /// Whether each of them stands: it stays where it is in the image.
    var isStanding: [Bool] = []

    /// A foot stands if it moves slower than this across the image, in meters a second.
    static let standingSpeed = 0.2
    /// The time in seconds, before and after, in which a person of whom no foot is seen standing touches the ground.
    private static let groundWindow = 1.0
    /// The cutoff for the height of the ground, in hertz.
    private static let groundCutoff = 2.0

    /// Adds the feet of the next pose.
    mutating func append(_ pose: SkeletonPose, of skeleton: Skeleton, heel: Vector) {
        let (positions, rotations) = skeleton.placed(pose)
        for foot in [Joint.leftFoot, .rightFoot] {
            let index = skeleton.index(of: foot) ?? 0
            let points = [skeleton.tips[foot] ?? .zero, heel].map {
                positions[index] + rotations[index].turning($0) - pose.root
            }
            let sum = points.reduce(.zero, +)
            places.append(
                FootPlace(
                    middle: SIMD2(sum.x, sum.z) / Double(points.count), lowest: points.map(\.y).min() ?? 0))
        }
    }

    /// Moves the person up or down so that the feet stand on y = 0.
    ///
    /// The height follows from the uncertain distance, and wanders with it; so the ground is taken to be where a foot
    /// stands, and in between on the line from one such place to the next. Jumps stay, stairs are lost.
    /// - Parameter roots: The places of the hips.
    func putOnGround(_ roots: inout [Vector], rate: Double) {
        func height(_ foot: Int) -> Double { roots[foot / 2].y + places[foot].lowest }
        var ground = roots.indices.map { index in
            [2 * index, 2 * index + 1].filter { isStanding[$0] }.map(height).min() ?? .nan
        }
        if !ground.contains(where: \.isFinite) {
            let reach = Int(Self.groundWindow * rate)
            ground = roots.indices.map { index in
                let near = max(0, index - reach)...min(roots.count - 1, index + reach)
                return near.map { min(height(2 * $0), height(2 * $0 + 1)) }.min() ?? 0
            }
        }
        ground.fillGaps()
        ground = SmoothingFilter.butterworth(cutoff: Self.groundCutoff).smoothed(ground, rate: rate)
        for index in roots.indices { roots[index].y -= ground[index] }
    }

    /// Moves the person sideways so that a foot that stands does not slide.
    /// - Parameter roots: The places of the hips.
    func hold(_ roots: inout [Vector]) {
        var correction = Vector.zero
        guard var last = roots.first else { return }
        for index in roots.indices.dropFirst() {
            let now = roots[index]
            let slides = [2 * index, 2 * index + 1].compactMap { foot -> Vector? in
                guard isStanding[foot], isStanding[foot - 2] else { return nil }
                let way = places[foot].middle - places[foot - 2].middle
                return Vector(way.x + now.x - last.x, 0, way.y + now.z - last.z)
            }
            if !slides.isEmpty { correction -= slides.reduce(.zero, +) / Double(slides.count) }
            roots[index] = now + correction
            last = now
        }
    }
}

extension [Double] {
    /// Fills gaps (NaN) by straight lines, and at the ends by the nearest value.
    fileprivate mutating func fillGaps() {
        for gap in runs(where: \.isNaN) where gap.count < count {
            let before = gap.lowerBound > 0 ? self[gap.lowerBound - 1] : self[gap.upperBound]
            let after = gap.upperBound < count ? self[gap.upperBound] : before
            for index in gap {
                let share = Double(index - gap.lowerBound + 1) / Double(gap.count + 1)
                self[index] = before + (after - before) * share
            }
        }
    }
}

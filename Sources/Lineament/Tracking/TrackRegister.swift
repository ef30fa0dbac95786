/// Gives each face or body a number that it keeps from frame to frame, through a short loss, and that no other gets.
///
/// Each track predicts where it will be from its recent motion. What is found is given to the track whose
/// prediction fits best, in units of the object's own size, best fits first.
struct TrackRegister: Sendable {
    /// What is known of one track.
    fileprivate struct Track: Sendable {
        let id: Int
        var box: Box
        /// Of the centre, in fractions of the image a millisecond.
        var velocity = SIMD2<Float>.zero
        var lastSeen: Int
    }

    /// A track not seen for this long, in milliseconds, is given up.
    private static let longestLoss = 2000
    /// The largest distance from a prediction, in sizes of the object, that still fits.
    private static let reach: Float = 0.8
    /// How much the reach grows in a second without sight, in sizes of the object.
    private static let reachGrowth: Float = 2.5
    /// Predictions go no further than this, in milliseconds: nobody moves straight for long.
    private static let longestPrediction: Float = 300
    /// How much of a new velocity is taken over.
    private static let velocityShare: Float = 0.4

    private var tracks: [Track] = []
    private var nextID = 1

    /// The numbers of what was found at `time`, in the same order.
    mutating func identify(_ boxes: [Box], size: ImageSize, time: Int) -> [Int] {
        tracks.removeAll { time - $0.lastSeen > Self.longestLoss }
        var ids = [Int?](repeating: nil, count: boxes.count)
        var isTaken = [Bool](repeating: false, count: tracks.count)
        for fit in fits(of: boxes, size: size, time: time) where ids[fit.found] == nil && !isTaken[fit.track] {
            isTaken[fit.track] = true
            ids[fit.found] = tracks[fit.track].id
            tracks[fit.track].move(to: boxes[fit.found], time: time, velocityShare: Self.velocityShare)
        }
        return boxes.indices.map { ids[$0] ?? add(boxes[$0], time: time) }
    }

    private mutating func add(_ box: Box, time: Int) -> Int {
        defer { nextID += 1 }
        tracks.append(Track(id: nextID, box: box, lastSeen: time))
        return nextID
    }

    /// All pairs that fit, best first.
    private func fits(of boxes: [Box], size: ImageSize, time: Int) -> [(found: Int, track: Int, cost: Float)] {
        var fits: [(found: Int, track: Int, cost: Float)] = []
        let pixels = SIMD2(size.width, size.height)
        for (track, candidate) in tracks.enumerated() {
            let loss = Float(time - candidate.lastSeen)
            let predicted = candidate.box.center + candidate.velocity * min(loss, Self.longestPrediction)
            let reach = Self.reach + Self.reachGrowth * loss / 1000
            for (found, box) in boxes.enumerated() {
                let away = (box.center - predicted) * pixels
                let side = max((box.size * pixels).max(), (candidate.box.size * pixels).max(), 1)
                let distance = (away * away).sum().squareRoot() / side
                let growth = max(box.area, .leastNormalMagnitude) / max(candidate.box.area, .leastNormalMagnitude)
                // A size that differs by a factor of two counts like a quarter of a size of distance.
                let cost = distance + 0.25 * abs(Float.logarithm2(growth)) / 2
                if distance <= reach { fits.append((found, track, cost)) }
            }
        }
        return fits.sorted { $0.cost < $1.cost }
    }
}

extension TrackRegister.Track {
    fileprivate mutating func move(to box: Box, time: Int, velocityShare: Float) {
        let elapsed = Float(max(1, time - lastSeen))
        let measured = (box.center - self.box.center) / elapsed
        velocity += (measured - velocity) * velocityShare
        self.box = box
        lastSeen = time
    }
}

extension Float {
    fileprivate static func logarithm2(_ value: Float) -> Float {
        Float(value.exponent) + value.significand - 1
    }
}

extension LandmarkSet {
    /// The box around x and y of all points.
    var bounds: Box {
        let low = reduce(SIMD3<Float>(repeating: .infinity), pointwiseMin)
        let high = reduce(SIMD3<Float>(repeating: -.infinity), pointwiseMax)
        return Box(minimum: SIMD2(low.x, low.y), maximum: SIMD2(high.x, high.y))
    }
}

public import Foundation

/// Gives each face or body a number that it keeps from frame to frame and through a short loss, and that no other gets.
///
/// Each track predicts where it will be from its recent motion. A box is assigned to the track whose prediction fits
/// best, in units of the subject's own size, best fits first. It takes boxes from any detector:
///
/// ```swift
/// var tracker = IdentityTracker()
/// let result = try detector.detect(videoFrame: image, timestampInMilliseconds: 40)
/// let ids = tracker.identify(
///     result.detections.map(\.boundingBox), in: CGSize(width: image.width, height: image.height),
///     timestampInMilliseconds: 40)
/// ```
public struct IdentityTracker: Sendable {
    /// One track.
    fileprivate struct Track: Sendable {
        let id: Int
        var box: BoundingBox
        /// Of the centre, in fractions of the image a millisecond.
        var velocity = SIMD2<Float>.zero
        var lastSeen: Int
    }

    /// A track not seen for this long, in milliseconds, is dropped.
    private static let longestLoss = 2000
    /// The largest distance from a prediction, in sizes of the subject, that still fits.
    private static let reach: Float = 0.8
    /// The growth of the reach in a second without sight, in sizes of the subject.
    private static let reachGrowth: Float = 2.5
    /// Predictions go no further than this, in milliseconds: nobody moves straight for long.
    private static let longestPrediction: Float = 300
    /// The weight of a newly measured velocity.
    private static let velocityShare: Float = 0.4

    private var tracks: [Track] = []
    private var nextID = 1

    /// A tracker that has seen nothing yet; its numbers begin at 1.
    public init() {}

    /// The numbers of the boxes of the next frame, in the same order.
    /// - Parameters:
    ///   - boxes: in pixels of the image.
    ///   - size: of the image, in pixels.
    ///   - timestampInMilliseconds: of the frame; a time that does not increase counts as the last one.
    public mutating func identify(_ boxes: [CGRect], in size: CGSize, timestampInMilliseconds: Int) -> [Int] {
        let pixels = SIMD2(Float(max(1, size.width)), Float(max(1, size.height)))
        let normalized = boxes.map { box in
            BoundingBox(
                minimum: SIMD2(Float(box.minX), Float(box.minY)) / pixels,
                maximum: SIMD2(Float(box.maxX), Float(box.maxY)) / pixels)
        }
        let range = FrameClock.range
        let time = max(
            tracks.map(\.lastSeen).max() ?? range.lowerBound,
            min(range.upperBound, max(range.lowerBound, timestampInMilliseconds)))
        return identify(normalized, size: ImageSize(width: pixels.x, height: pixels.y), time: time)
    }

    /// The numbers of the boxes of a frame, in the same order.
    /// - Parameter boxes: in fractions of the image.
    mutating func identify(_ boxes: [BoundingBox], size: ImageSize, time: Int) -> [Int] {
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

    private mutating func add(_ box: BoundingBox, time: Int) -> Int {
        defer { nextID += 1 }
        tracks.append(Track(id: nextID, box: box, lastSeen: time))
        return nextID
    }

    /// All pairs that fit, best first.
    private func fits(of boxes: [BoundingBox], size: ImageSize, time: Int) -> [(found: Int, track: Int, cost: Float)] {
        var fits: [(found: Int, track: Int, cost: Float)] = []
        let pixels = SIMD2(size.width, size.height)
        for (track, known) in tracks.enumerated() {
            let loss = Float(time - known.lastSeen)
            let predicted = known.box.center + known.velocity * min(loss, Self.longestPrediction)
            let reach = Self.reach + Self.reachGrowth * loss / 1000
            for (found, box) in boxes.enumerated() {
                let away = (box.center - predicted) * pixels
                let side = max((box.size * pixels).max(), (known.box.size * pixels).max(), 1)
                let distance = (away * away).sum().squareRoot() / side
                let growth = max(box.area, .leastNormalMagnitude) / max(known.box.area, .leastNormalMagnitude)
                // A size that differs by a factor of two counts like a quarter of a size of distance.
                let cost = distance + 0.25 * abs(Float.logarithm2(growth)) / 2
                if distance <= reach { fits.append((found, track, cost)) }
            }
        }
        return fits.sorted { $0.cost < $1.cost }
    }
}

extension IdentityTracker.Track {
    fileprivate mutating func move(to box: BoundingBox, time: Int, velocityShare: Float) {
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

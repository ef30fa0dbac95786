public import Foundation

/// Assigns each face or body an ID that it keeps from frame to frame and through short gaps, and that no other
/// receives.
///
/// Each track predicts its position from its recent motion. Boxes are assigned greedily, best fit first, to the track
/// whose prediction is closest in units of the subject's size. The tracker works with the boxes of any detector:
///
/// ```swift
/// var tracker = IdentityTracker()
/// let result = try detector.detect(videoFrame: image, timestampInMilliseconds: 40)
/// let ids = tracker.identify(
///     result.detections.map(\.boundingBox), in: CGSize(width: image.width, height: image.height),
///     timestampInMilliseconds: 40)
/// ```
public struct IdentityTracker: Sendable {
    /// The state of one track.
    fileprivate struct Track: Sendable {
        /// The ID.
        let id: Int
        var box: BoundingBox
        /// The velocity of the center, in fractions of the image per millisecond.
        var velocity = SIMD2<Float>.zero
        var lastSeen: Int
    }

    /// The time, in milliseconds, after which an unseen track is dropped; one seen in the previous frame is always
    /// kept.
    private static let maxLoss = 2000
    /// The maximum distance between a box and a prediction, in sizes of the subject.
    private static let maxDistance: Float = 0.8
    /// The growth of the maximum distance per second without a detection, in sizes of the subject.
    private static let maxDistanceGrowth: Float = 2.5
    /// The longest time, in milliseconds, that motion is extrapolated: nobody moves straight for long.
    private static let maxPrediction: Float = 300
    /// The weight of a newly measured velocity; the previous estimate has the rest.
    private static let velocityShare: Float = 0.4

    private var tracks: [Track] = []
    private var lastFrame: Int?
    private var nextID = 1

    /// Creates a tracker without tracks. The first ID is 1.
    public init() {}

    /// Returns the IDs of the boxes of the next frame, in the same order.
    /// - Parameters:
    ///   - boxes: The boxes, in pixels of the image.
    ///   - size: The size of the image, in pixels.
    ///   - timestampInMilliseconds: The frame's timestamp; one that does not increase counts as equal to the last.
    public mutating func identify(_ boxes: [CGRect], in size: CGSize, timestampInMilliseconds: Int) -> [Int] {
        let pixels = SIMD2(Float(max(1, size.width)), Float(max(1, size.height)))
        let normalized = boxes.map { box in
            BoundingBox(
                minimum: SIMD2(Float(box.minX), Float(box.minY)) / pixels,
                maximum: SIMD2(Float(box.maxX), Float(box.maxY)) / pixels)
        }
        let range = FrameClock.range
        let time = max(
            lastFrame ?? range.lowerBound,
            min(range.upperBound, max(range.lowerBound, timestampInMilliseconds)))
        return identify(normalized, size: ImageSize(width: pixels.x, height: pixels.y), time: time)
    }

    /// Returns the IDs of the boxes of a frame, in the same order.
    /// - Parameters:
    ///   - boxes: The boxes, in fractions of the image.
    ///   - size: The size of the image, in pixels.
    ///   - time: The frame's timestamp, in milliseconds.
    mutating func identify(_ boxes: [BoundingBox], size: ImageSize, time: Int) -> [Int] {
        tracks.removeAll { time - $0.lastSeen > Self.maxLoss && $0.lastSeen != lastFrame }
        lastFrame = time
        var ids = [Int?](repeating: nil, count: boxes.count)
        var isTaken = [Bool](repeating: false, count: tracks.count)
        for fit in fits(of: boxes, size: size, time: time) where ids[fit.found] == nil && !isTaken[fit.track] {
            isTaken[fit.track] = true
            ids[fit.found] = tracks[fit.track].id
            tracks[fit.track].move(to: boxes[fit.found], time: time, velocityShare: Self.velocityShare)
        }
        return boxes.indices.map { ids[$0] ?? add(boxes[$0], time: time) }
    }

    /// Starts a track and returns its ID.
    private mutating func add(_ box: BoundingBox, time: Int) -> Int {
        defer { nextID += 1 }
        tracks.append(Track(id: nextID, box: box, lastSeen: time))
        return nextID
    }

    /// Returns all pairs of a box and a track that are close enough, best fit first.
    private func fits(of boxes: [BoundingBox], size: ImageSize, time: Int) -> [(found: Int, track: Int, cost: Float)] {
        var fits: [(found: Int, track: Int, cost: Float)] = []
        let pixels = SIMD2(size.width, size.height)
        for (track, known) in tracks.enumerated() {
            let loss = Float(min(time - known.lastSeen, Self.maxLoss))
            let predicted = known.box.center + known.velocity * min(loss, Self.maxPrediction)
            let limit = Self.maxDistance + Self.maxDistanceGrowth * loss / 1000
            for (found, box) in boxes.enumerated() {
                let side = max((box.size * pixels).max(), (known.box.size * pixels).max(), 1)
                let distance = ((box.center - predicted) * pixels).length / side
                let growth = max(box.area, .leastNormalMagnitude) / max(known.box.area, .leastNormalMagnitude)
                // A factor of two in side length costs as much as a distance of a quarter of the subject's size.
                let cost = distance + 0.25 * abs(Float.logarithm2(growth)) / 2
                if distance <= limit { fits.append((found, track, cost)) }
            }
        }
        return fits.sorted { $0.cost < $1.cost }
    }
}

extension IdentityTracker.Track {
    /// The shortest time, in milliseconds, over which velocity is measured. Frames that are stamped as they arrive come in
    /// bursts, and a movement between two of them says nothing about the next.
    private static let shortestInterval = 15

    /// Moves the track to a detection and updates its velocity.
    fileprivate mutating func move(to box: BoundingBox, time: Int, velocityShare: Float) {
        let elapsed = Float(max(Self.shortestInterval, time - lastSeen))
        let measured = (box.center - self.box.center) / elapsed
        velocity += (measured - velocity) * velocityShare
        self.box = box
        lastSeen = time
    }
}

extension Float {
    /// An approximation of the binary logarithm, linear between powers of two.
    fileprivate static func logarithm2(_ value: Float) -> Float {
        Float(value.exponent) + value.significand - 1
    }
}

// SPDX-License-Identifier: Apache-2.0
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
        /// The probability that it is the right one of a pair, averaged over time; `nil` for what has no sides.
        var right: Float?
        /// The number of its owner; `nil` if unknown.
        var owner: Int?
    }

    /// The longest time, in milliseconds, that motion is extrapolated: people do not move straight for long.
    private static let maxPrediction: Float = 300
    /// The weight of a newly measured velocity; the previous estimate has the rest.
    private static let velocityShare: Float = 0.4

    private let reach: TrackReach
    private var tracks: [Track] = []
    private var lastFrame: Int?
    private var nextID = 1

    /// Creates a tracker without tracks. The first ID is 1.
    public init() { self.init(reach: .ofWholes) }

    /// Creates a tracker without tracks.
    /// - Parameter reach: How far from where it is expected a subject may be found.
    init(reach: TrackReach) { self.reach = reach }

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
        identify(subjects: boxes.map { TrackedSubject(box: $0, right: nil, owner: nil) }, size: size, time: time)
    }

    /// Returns the IDs of the subjects of a frame, in the same order.
    /// - Parameters:
    ///   - subjects: The subjects.
    ///   - size: The size of the image, in pixels.
    ///   - time: The frame's timestamp, in milliseconds.
    mutating func identify(subjects: [TrackedSubject], size: ImageSize, time: Int) -> [Int] {
        tracks.removeAll { time - $0.lastSeen > reach.maxLoss && $0.lastSeen != lastFrame }
        lastFrame = time
        var ids = [Int?](repeating: nil, count: subjects.count)
        var isTaken = [Bool](repeating: false, count: tracks.count)
        for fit in fits(of: subjects, size: size, time: time) where ids[fit.found] == nil && !isTaken[fit.track] {
            isTaken[fit.track] = true
            ids[fit.found] = tracks[fit.track].id
            tracks[fit.track].move(to: subjects[fit.found], time: time, velocityShare: Self.velocityShare)
        }
        return subjects.indices.map { ids[$0] ?? add(subjects[$0], time: time) }
    }

    /// Returns the owner of a track, also while its subject is missing; `nil` if unknown.
    func owner(of id: Int) -> Int? { tracks.first { $0.id == id }?.owner }

    /// Starts a track and returns its ID.
    private mutating func add(_ subject: TrackedSubject, time: Int) -> Int {
        defer { nextID += 1 }
        tracks.append(
            Track(id: nextID, box: subject.box, lastSeen: time, right: subject.right, owner: subject.owner))
        return nextID
    }

    /// Returns all pairs of a subject and a track that are close enough, best fit first.
    private func fits(
        of subjects: [TrackedSubject], size: ImageSize, time: Int
    ) -> [(found: Int, track: Int, cost: Float)] {
        var fits: [(found: Int, track: Int, cost: Float)] = []
        let pixels = SIMD2(size.width, size.height)
        for (track, known) in tracks.enumerated() {
            let loss = min(time - known.lastSeen, reach.maxLoss)
            let predicted = known.box.center + known.velocity * min(Float(loss), Self.maxPrediction)
            for (found, subject) in subjects.enumerated() {
                let box = subject.box
                let side = max((box.size * pixels).max(), (known.box.size * pixels).max(), 1)
                let distance = ((box.center - predicted) * pixels).length / side
                let growth = max(box.area, .leastNormalMagnitude) / max(known.box.area, .leastNormalMagnitude)
                // A factor of two in side length costs as much as a distance of a quarter of the subject's size, and the
                // other side as much as its whole size.
                let cost = distance + 0.25 * abs(Float.logarithm2(growth)) / 2 + (known.sideDifference(subject) ?? 0)
                if distance <= limit(for: subject, track: known, loss: loss) { fits.append((found, track, cost)) }
            }
        }
        return fits.sorted { $0.cost < $1.cost }
    }

    /// Returns the maximum distance between a subject and the prediction of a track, in sizes of the subject.
    /// - Parameter loss: The time since the track was last seen, in milliseconds.
    private func limit(for subject: TrackedSubject, track: Track, loss: Int) -> Float {
        let seconds = Float(loss) / 1000
        let limit = reach.distance + reach.growth * seconds
        guard let difference = track.sideDifference(subject), difference <= TrackReach.maxSideDifference else {
            return limit
        }
        if let owner = subject.owner, let known = track.owner, owner != known { return limit }
        return max(limit, min(reach.longestOfSameSide, reach.distance + reach.growthOfSameSide * seconds))
    }
}

extension IdentityTracker.Track {
    /// The shortest time, in milliseconds, over which velocity is measured. Frames that are stamped as they arrive come in
    /// bursts, and a movement between two of them says nothing about the next.
    private static let shortestInterval = 15

    /// The weight of a newly measured probability of being right; the previous estimate has the rest.
    private static let sideShare: Float = 0.1

    /// Returns how much a subject differs from the track in being right or left, 0 to 1; `nil` for what has no sides.
    fileprivate func sideDifference(_ subject: TrackedSubject) -> Float? {
        guard let right, let found = subject.right else { return nil }
        return abs(right - found)
    }

    /// Moves the track to a detection and updates its velocity.
    fileprivate mutating func move(to subject: TrackedSubject, time: Int, velocityShare: Float) {
        let box = subject.box
        let elapsed = Float(max(Self.shortestInterval, time - lastSeen))
        let measured = (box.center - self.box.center) / elapsed
        velocity += (measured - velocity) * velocityShare
        self.box = box
        lastSeen = time
        if let right, let found = subject.right { self.right = right + (found - right) * Self.sideShare }
        owner = subject.owner ?? owner
    }
}

extension Float {
    /// An approximation of the binary logarithm, linear between powers of two.
    fileprivate static func logarithm2(_ value: Float) -> Float {
        Float(value.exponent) + value.significand - 1
    }
}

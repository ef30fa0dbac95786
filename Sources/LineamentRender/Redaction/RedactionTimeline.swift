public import Foundation
public import Lineament

/// The faces of a video to cover in each frame, so that nobody slips through: detections are joined to tracks, gaps of a track
/// are bridged, and each track is extended at both ends.
///
/// A frame is ready as soon as ``lookAhead`` has passed after it, so memory stays flat, whatever the length of the video.
/// Nothing is carried across a cut.
///
/// ```swift
/// var timeline = RedactionTimeline()
/// for frame in frames {
///     let result = try detector.detect(image: frame.image)
///     for ready in timeline.add(result.detections, in: size, time: frame.time, isCut: false) {
///         print(ready.index, ready.faces)
///     }
/// }
/// for ready in timeline.finish() { print(ready.index, ready.faces) }
/// ```
public struct RedactionTimeline: Sendable {
    /// The face of a track in one frame.
    public struct Face: Sendable, Hashable {
        /// The box, in pixels.
        public var box: CGRect
        /// The score of the detection, or of the nearest one of the track.
        public var score: Float
        /// The number of the track, from 1.
        public var trackID: Int
        /// Why the face is to be covered.
        public var cause: RedactedArea.Cause
        /// Whether the track ends here although the video and its scene go on.
        public var isLast: Bool
    }

    /// A frame whose faces are known.
    public struct Frame: Sendable {
        /// The number of the frame, in the order in which frames were added, from 0.
        public let index: Int
        /// The faces to cover.
        public let faces: [Face]
    }

    /// The time, in seconds, after which a frame is ready. Gaps of up to 1.5 times as long are bridged.
    public static let lookAhead = 1.0
    /// The time, in seconds, by which a track is extended at both ends.
    private static let extent = 0.5
    /// The number of frames on each side that boxes are averaged over.
    private static let smoothing = 2

    private struct Sighting: Sendable {
        let frame: Int
        let time: Double
        let box: CGRect
        let score: Float
    }

    private struct Pending: Sendable {
        let index: Int
        let time: Double
        let scene: Int
    }

    private var tracker = IdentityTracker()
    private var idOffset = 0
    private var lastID = 0
    private var scene = 0
    private var frameCount = 0
    private var pending: [Pending] = []
    /// The sightings of each track, with the scene it is in.
    private var tracks: [Int: (scene: Int, sightings: [Sighting])] = [:]

    /// Creates a timeline without frames.
    public init() {}

    /// Adds the next frame, and returns those that are ready by now.
    /// - Parameters:
    ///   - detections: The faces that were detected.
    ///   - size: The size of the frame, in pixels.
    ///   - time: The time of the frame, in seconds, which must not decrease.
    ///   - isCut: Whether a new scene begins with the frame.
    public mutating func add(_ detections: [Detection], in size: CGSize, time: Double, isCut: Bool) -> [Frame] {
        if isCut {
            scene += 1
            tracker = IdentityTracker()
            idOffset = lastID
        }
        let boxes = detections.map(\.boundingBox)
        let ids = tracker.identify(boxes, in: size, timestampInMilliseconds: Self.milliseconds(time))
        for (detection, id) in zip(detections, ids) {
            lastID = max(lastID, id + idOffset)
            tracks[id + idOffset, default: (scene, [])].sightings.append(
                Sighting(frame: frameCount, time: time, box: detection.boundingBox, score: detection.score))
        }
        pending.append(Pending(index: frameCount, time: time, scene: scene))
        frameCount += 1
        return ready(at: time)
    }

    /// Returns a time in milliseconds; those beyond any video, and NaN, are the nearest that fits.
    private static func milliseconds(_ time: Double) -> Int {
        time.isNaN ? 0 : Int(Swift.max(-1e15, Swift.min(1e15, (time * 1000).rounded())))
    }

    /// Returns the remaining frames.
    public mutating func finish() -> [Frame] {
        defer { pending = [] }
        return pending.map { frame(of: $0, videoEnds: true) }
    }

    private mutating func ready(at time: Double) -> [Frame] {
        let count = pending.prefix { $0.time + Self.lookAhead <= time }.count
        let frames = pending.prefix(count).map { frame(of: $0, videoEnds: false) }
        pending.removeFirst(count)
        guard let oldest = pending.first?.time else { return frames }
        // What is too long ago for any frame to come.
        tracks = tracks.compactMapValues { track in
            let recent = track.sightings.drop { $0.time < oldest - Self.lookAhead - Self.extent }
            return recent.isEmpty ? nil : (track.scene, Array(recent))
        }
        return frames
    }

    private func frame(of pending: Pending, videoEnds: Bool) -> Frame {
        let faces = tracks.sorted { $0.key < $1.key }.compactMap { id, track in
            track.scene == pending.scene ? face(id, track.sightings, pending, videoEnds: videoEnds) : nil
        }
        return Frame(index: pending.index, faces: faces)
    }

    /// Returns the face of a track in a frame; `nil` if the track is elsewhere in time.
    private func face(_ id: Int, _ sightings: [Sighting], _ frame: Pending, videoEnds: Bool) -> Face? {
        let before = sightings.last { $0.frame <= frame.index }
        let after = sightings.first { $0.frame >= frame.index }
        switch (before, after) {
        case (let found?, let same?) where found.frame == frame.index && same.frame == frame.index:
            let goesOn = sightings.contains { $0.frame > frame.index }
            let hasSuccessor = self.pending.contains { $0.index > frame.index && $0.scene == frame.scene }
            return Face(
                box: smoothed(sightings, at: frame.index), score: found.score, trackID: id, cause: .detected,
                isLast: !goesOn && hasSuccessor && !videoEnds)
        case (let before?, let after?) where after.time - before.time <= Self.lookAhead * 1.5:
            let share = (frame.time - before.time) / max(1e-6, after.time - before.time)
            return Face(
                box: before.box.blended(with: after.box, share: share), score: min(before.score, after.score),
                trackID: id, cause: .bridged, isLast: false)
        case (let before?, _) where frame.time - before.time <= Self.extent:
            return Face(box: before.box.grown, score: before.score, trackID: id, cause: .extended, isLast: false)
        case (_, let after?) where after.time - frame.time <= Self.extent:
            return Face(box: after.box.grown, score: after.score, trackID: id, cause: .extended, isLast: false)
        default:
            return nil
        }
    }

    /// Returns the box of a detected face with the jitter of neighboring frames taken out: it contains the detected box.
    private func smoothed(_ sightings: [Sighting], at frame: Int) -> CGRect {
        let near = sightings.filter { abs($0.frame - frame) <= Self.smoothing }
        guard let own = near.first(where: { $0.frame == frame }) else { return .null }
        let count = Double(near.count)
        let mean = near.reduce(into: (x: 0.0, y: 0.0, width: 0.0, height: 0.0)) { sum, sighting in
            sum.x += sighting.box.minX / count
            sum.y += sighting.box.minY / count
            sum.width += sighting.box.width / count
            sum.height += sighting.box.height / count
        }
        return own.box.union(CGRect(x: mean.x, y: mean.y, width: mean.width, height: mean.height))
    }
}

extension CGRect {
    /// Returns a rectangle between this one (share 0) and another (1).
    fileprivate func blended(with other: CGRect, share: Double) -> CGRect {
        func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * share }
        return CGRect(
            x: mix(minX, other.minX), y: mix(minY, other.minY), width: mix(width, other.width),
            height: mix(height, other.height)
        ).insetBy(dx: -0.05 * width, dy: -0.05 * height)
    }

    /// The rectangle enlarged by a tenth on each side, for a face that may have moved.
    fileprivate var grown: CGRect { insetBy(dx: -0.1 * width, dy: -0.1 * height) }
}

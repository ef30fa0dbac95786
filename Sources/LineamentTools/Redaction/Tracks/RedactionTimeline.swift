// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// The faces of a video to cover in each frame, so that no person is missed: detections are joined, gaps are bridged,
/// and both ends are extended.
///
/// A face has the number of its track as long as it is certain that no other one has taken its place, so that it can stay
/// visible by its number: a gap, a cut, another look or an overlap with another face ends a track. Where a face that may be the
/// same goes on, the gap is bridged in both tracks.
///
/// A frame is ready once ``lookAhead`` has passed after it or, while one of its tracks may still be found again, ``maxGap``
/// after the face was last found. So memory stays flat, whatever the length of the video. The state of a scene is
/// carried through interruptions of it, such as a flash, but not into another scene that goes on.
///
/// ```swift
/// var timeline = RedactionTimeline()
/// var scenes = SceneTracker()
/// for frame in frames {
///     let result = try detector.detect(image: frame.image)
///     let place = scenes.place(of: frame.pixels, time: frame.time)
///     for ready in timeline.add(result.detections, in: size, time: frame.time, at: place) {
///         print(ready.index, ready.faces)
///     }
/// }
/// for ready in timeline.finish() { print(ready.index, ready.faces) }
/// ```
public struct RedactionTimeline: Sendable {
    /// The face of a track in one frame.
    public struct Face: Sendable, Hashable {
        /// The box, in pixels of the frame.
        public var box: CGRect
        /// The score of the detection, or of the nearest one of the track.
        public var score: Float
        /// The number of the track, from 1.
        public var trackID: Int
        /// Why the face is to be covered.
        public var cause: RedactedArea.Cause
        /// Whether the track ends here although the video and its scene go on.
        public var isLast: Bool
        /// The track that may belong to the same face, where this one begins instead of it because another face may
        /// have taken its place; otherwise `nil`.
        public var previousTrackID: Int?
    }

    /// A frame whose faces are known.
    public struct Frame: Sendable {
        /// The number of the frame, in the order in which frames were added, from 0.
        public let index: Int
        /// The faces to cover. A track has two where it may be at either of two places.
        public let faces: [Face]
    }

    /// The time, in seconds, after which a frame is ready if each of its tracks was found again.
    public static let lookAhead = 1.0
    /// The longest gap, in seconds, in the detections of a track that is bridged.
    public static let maxGap = 1.5
    /// The time, in seconds, by which a track is extended at both ends.
    static let extent = 0.5
    /// The time, in seconds, by which a track is extended while its face enters or leaves the image at a border.
    private static let borderExtent = 1.0
    /// A shot goes on if it has as many frames, or lasts as long, in seconds. A shorter one may be a flash, or a part of a
    /// fast pan.
    private static let lastingShot = (frames: 3, time: 0.1)

    struct Pending: Sendable {
        let index: Int
        let time: Double
        let place: FramePlace
        let size: CGSize
    }

    /// The frames of a shot so far.
    private struct Shot: Sendable {
        var frames = 0
        let start: Double
        /// The beginning of the next shot; `nil` if there is none yet.
        var end: Double?
    }

    private var identities = SceneIdentities()
    private var lastNumber = 0
    private var frameCount = 0
    private(set) var pending: [Pending] = []
    private(set) var tracks: [Int: RedactionTrack] = [:]
    private var shots: [Int: Shot] = [:]
    /// The tracks that begin in the last frame.
    private(set) var newTracks: [Int] = []

    /// Creates a timeline without frames.
    public init() {}

    /// Adds the next frame, and returns those that are ready by now.
    /// - Parameters:
    ///   - detections: The faces that were detected.
    ///   - size: The size of the frame, in pixels.
    ///   - time: The time of the frame, in seconds, which must not decrease.
    ///   - place: Where the frame belongs. Default: the same scene throughout, without movement of the camera.
    public mutating func add(
        _ detections: [Detection], in size: CGSize, time: Double, at place: FramePlace = FramePlace()
    ) -> [Frame] {
        insert(detections, in: size, time: time, at: place)
        return takeReady()
    }

    /// Adds the next frame. Boxes with edges that are NaN are ignored.
    /// - Parameter pixels: The pixels of the frame, by which it is told whether another face has taken the place of one; `nil` if
    ///   unknown.
    /// - Returns: The frame.
    @discardableResult mutating func insert(
        _ detections: [Detection], in size: CGSize, time: Double, at place: FramePlace, _ pixels: PixelBuffer? = nil
    ) -> Pending {
        let frame = Pending(index: frameCount, time: time, place: place, size: size)
        frameCount += 1
        count(frame)
        pending.append(frame)
        let detections = detections.filter(\.boundingBox.isFinite)
        let boxes = detections.map { $0.boundingBox.fractions(of: size) }
        let expected = lostBoxes(in: frame).values.map { $0.pixels(of: size) }
        let faces = zip(boxes, detections).map { box, detection in
            let isCertain = detection.score >= RedactionTrack.certainScore
            return SceneIdentities.Face(
                box: box.moved(by: -place.offset),
                isReliable: isCertain || expected.contains(where: detection.boundingBox.showsFace))
        }
        let lost = lostBoxes(in: frame, within: Self.maxGap).mapValues { $0.moved(by: -place.offset) }
        let ids = identities.identify(faces, lost: lost, in: size, at: place, time: time)
        newTracks = ids.filter { tracks[$0] == nil }
        let certain = ids.indices.filter { detections[$0].score >= RedactionTrack.certainScore }
        let seen = Dictionary(certain.map { (ids[$0], boxes[$0]) }) { first, _ in first }
        let present = seen.merging(lostBoxes(in: frame, besides: Set(ids))) { own, _ in own }
        for index in ids.indices.sorted(by: { ids[$0] < ids[$1] }) {
            var sighting = sighting(
                boxes[index], score: detections[index].score, in: frame,
                look: pixels.flatMap { TrackLook(of: detections[index], in: $0) })
            sighting.isCrossed =
                tracks[ids[index]]?.isCrossed(
                    sighting, by: present.filter { $0.key != ids[index] }.map(\.value)) ?? false
            insert(sighting, track: ids[index], in: frame, pixels)
        }
        return frame
    }

    /// Returns a sighting in a frame that waits.
    /// - Parameter box: The box, in fractions of the frame.
    func sighting(_ box: CGRect, score: Float, in frame: Pending, look: TrackLook?) -> RedactionTrack.Sighting {
        RedactionTrack.Sighting(
            frame: frame.index, time: frame.time, box: box, offset: frame.place.offset, score: score,
            shot: frame.place.shot, look: look)
    }

    /// Adds a sighting of a track.
    /// - Parameter pixels: The pixels of the frame; `nil` if unknown.
    mutating func insert(
        _ sighting: RedactionTrack.Sighting, track id: Int, in frame: Pending, _ pixels: PixelBuffer?
    ) {
        tracks[id, default: RedactionTrack(scene: frame.place.scene)].follow(
            sighting, in: pixels, lastNumber: &lastNumber)
    }

    /// Returns where the faces of certain tracks are expected in a frame, in fractions of it, by the numbers of tracks.
    /// - Parameter gap: The time, in seconds, since when a track may not have been seen with certainty.
    private func lostBoxes(
        in frame: Pending, besides ids: Set<Int> = [], within gap: Double = extent
    ) -> [Int: CGRect] {
        let moment = RedactionTrack.Moment(time: frame.time, offset: frame.place.offset)
        return tracks.filter { !ids.contains($0.key) }.compactMapValues { track in
            guard track.scene == frame.place.scene, let last = track.lastCertain,
                frame.time - last.time <= gap
            else { return nil }
            return track.continued(last, at: moment)
        }
    }

    private mutating func count(_ frame: Pending) {
        let shot = frame.place.shot
        if let last = pending.last?.place.shot, last != shot { shots[last]?.end = frame.time }
        shots[shot, default: Shot(start: frame.time)].frames += 1
    }

    /// Returns the remaining frames.
    public mutating func finish() -> [Frame] {
        defer { pending = [] }
        return pending.map { frame(of: $0, videoEnds: true) }
    }

    /// Returns the frames that are ready, and forgets what no later frame needs.
    mutating func takeReady() -> [Frame] {
        guard let now = pending.last?.time else { return [] }
        let count = pending.prefix { isReady($0, at: now) }.count
        let frames = pending.prefix(count).map { frame(of: $0, videoEnds: false) }
        pending.removeFirst(count)
        guard let oldest = pending.first?.time else { return frames }
        for id in tracks.keys { tracks[id]?.forget(before: oldest - Self.maxGap - Self.borderExtent) }
        tracks = tracks.filter { !$0.value.sightings.isEmpty }
        shots = shots.filter { $0.value.end.map { $0 >= oldest - Self.maxGap - Self.borderExtent } ?? true }
        return frames
    }

    private func isReady(_ frame: Pending, at now: Double) -> Bool {
        guard frame.time + Self.lookAhead <= now else { return false }
        return tracks.values.allSatisfy { track in
            guard let last = track.sightings.last, last.frame <= frame.index else { return true }
            return last.time + Self.maxGap < now || frame.time - last.time > Self.maxGap
        }
    }

    private func frame(of pending: Pending, videoEnds: Bool) -> Frame {
        let faces = tracks.sorted { $0.key < $1.key }.flatMap { _, track in
            let found = places(of: track, in: pending, videoEnds: videoEnds)
            // A weak detection may be something beside the face, so it does not take the place of those that are certain.
            let certain = track.certain.map { places(of: $0, in: pending, videoEnds: true) } ?? []
            return found + certain.filter { place in !found.contains { $0.covers(as: place) } }
        }
        return Frame(index: pending.index, faces: faces)
    }

    /// Returns the places of a track in a frame; none if the track is elsewhere in time.
    private func places(of track: RedactionTrack, in frame: Pending, videoEnds: Bool) -> [Face] {
        let before = track.sighting(upTo: frame.index)
        let after = track.sighting(from: frame.index)
        func face(_ box: CGRect, _ score: Float, _ number: Int, _ cause: RedactedArea.Cause) -> Face {
            Face(box: box.pixels(of: frame.size), score: score, trackID: number, cause: cause, isLast: false)
        }
        let isSameScene = track.scene == frame.place.scene
        let moment = RedactionTrack.Moment(time: frame.time, offset: isSameScene ? frame.place.offset : nil)
        if let before, before.frame == frame.index {
            var face = face(track.smoothed(before), before.score, before.number, .detected)
            face.isLast = track.sightings.last?.frame == frame.index && !videoEnds && goesOn(after: frame)
            face.previousTrackID = track.predecessor(of: before)
            return [face]
        }
        // Even if another shot seems to interrupt the scene: what hides a face may fill the image.
        if let before, let after, after.time - before.time <= Self.maxGap {
            let score = min(before.score, after.score)
            return track.bridged(before, after, at: moment).flatMap { box in
                let bridged = face(box, score, after.number, .bridged)
                // If one of the two stays visible, the other one may be there.
                return before.number == after.number
                    ? [bridged] : [face(box, score, before.number, .extended), bridged]
            }
        }
        guard isSameScene || !isLasting(frame.place.shot) else { return [] }
        return [before, after].compactMap { sighting in
            guard let sighting, reaches(track, sighting, moment) else { return nil }
            return face(track.extended(sighting, at: moment), sighting.score, sighting.number, .extended)
        }
    }

    /// Returns whether a track is extended from its first or last sighting to a frame.
    private func reaches(_ track: RedactionTrack, _ sighting: RedactionTrack.Sighting, _ moment: RedactionTrack.Moment)
        -> Bool
    {
        let distance = abs(moment.time - sighting.time)
        if distance <= Self.extent { return true }
        guard distance <= Self.borderExtent, moment.offset != nil else { return false }
        return track.continued(sighting, at: moment).crossesBorder
    }

    /// Returns whether the scene of a frame goes on after it.
    private func goesOn(after frame: Pending) -> Bool {
        pending.contains { $0.index > frame.index && $0.place.scene == frame.place.scene }
    }

    /// Returns whether a shot is more than an interruption of another.
    private func isLasting(_ number: Int) -> Bool {
        guard let shot = shots[number] else { return true }
        let end = shot.end ?? pending.last?.time ?? shot.start
        return shot.frames >= Self.lastingShot.frames && end - shot.start >= Self.lastingShot.time
    }
}

extension RedactionTimeline.Face {
    /// Returns whether another place is covered by this one, with the same number.
    fileprivate func covers(as other: RedactionTimeline.Face) -> Bool { box == other.box && trackID == other.trackID }
}

extension CGRect {
    /// Whether all edges are numbers. Foundation's functions end the process for others.
    fileprivate var isFinite: Bool { [minX, minY, maxX, maxY].allSatisfy(\.isFinite) }

    func fractions(of size: CGSize) -> CGRect {
        let width = max(1, size.width)
        let height = max(1, size.height)
        return CGRect(x: minX / width, y: minY / height, width: self.width / width, height: self.height / height)
    }

    func pixels(of size: CGSize) -> CGRect {
        CGRect(
            x: minX * size.width, y: minY * size.height, width: width * size.width, height: height * size.height)
    }

    /// Whether a rectangle in fractions of the frame is partly inside of it.
    fileprivate var crossesBorder: Bool {
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        return intersects(whole) && !whole.contains(self)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// The redaction of one video, whose frames wait until it is known whether a face was missed in them.
///
/// Frames must be added in their order.
///
/// ```swift
/// let session = redactor.makeSession()
/// var waiting: [VideoFrame] = []
/// for frame in frames {
///     waiting.append(frame)
///     for redaction in try session.add(MPImage(pixelBuffer: frame.pixels), time: frame.time) {
///         write(waiting.removeFirst(), covering: redaction)
///     }
/// }
/// for redaction in session.finish() { write(waiting.removeFirst(), covering: redaction) }
/// ```
public final class RedactionSession: @unchecked Sendable {
    // Sound: `lock` guards what changes.

    private let lock = NSLock()
    private let redactor: Redactor
    private let bodies: PoseLandmarkerSession?
    private var search: FrameFaceSearch
    private var timeline = RedactionTimeline()
    private var scenes = SceneTracker()
    private var people = WaitingPeople()
    private var given: GivenTracks?
    /// The frames whose faces are known, while boxes of another detector are not.
    private var ready: [RedactionTimeline.Frame] = []
    private var timestamp = -1
    /// The frames that wait, the oldest first: their times, in seconds, and scenes.
    private var frames: [(time: Double, scene: Int)] = []
    /// The scene of the last frame taken.
    private var lastScene: Int?

    init(_ redactor: Redactor, bodies: PoseLandmarkerSession?, boxes: [GivenBox]) {
        given = boxes.isEmpty ? nil : GivenTracks(boxes)
        self.redactor = redactor
        self.bodies = bodies
        search = FrameFaceSearch(redactor)
    }

    /// Adds the next frame, and returns what is to be covered in the frames that wait no longer, the oldest first.
    /// - Parameters:
    ///   - image: The frame.
    ///   - time: Its time, in seconds, later than that of the frame before.
    /// - Throws: `LineamentError` if the frame cannot be processed.
    public func add(_ image: MPImage, time: Double) throws -> [Redaction] {
        try add(image, time: time, index: nil, container: nil)
    }

    /// Adds the next frame as ``add(_:time:)``.
    /// - Parameters:
    ///   - index: The number of the frame in the video, to which boxes of another detector refer; `nil` if the frames that are added
    ///     are all.
    ///   - container: The frame's time in its container, to which such boxes may refer, too; `nil` if there is none.
    package func add(
        _ image: MPImage, time: Double, index: Int?, container: ContainerMoment?
    ) throws -> [Redaction] {
        // Years are more than any video has, and milliseconds of them fit in a number.
        guard abs(time) < 1e9 else {
            throw LineamentError(.invalidArgument, "The time of a frame must be less than 10⁹ seconds, not \(time).")
        }
        return try lock.withLock {
            try given?.check(container, time: time)
            return try addNext(image, time: time, index)
        }
    }

    private func addNext(_ image: MPImage, time: Double, _ number: Int?) throws -> [Redaction] {
        timestamp = max(timestamp + 1, Int((time * 1000).rounded()))
        let place = scenes.place(of: image.pixels, time: time)
        let bright = try image.brightened()
        let found = try search.faces(in: image, bright, time: time, at: place, timeline)
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        let poses = try bodies?.detect(videoFrame: bright.first ?? image, timestampInMilliseconds: timestamp).poses
        // From here on the frame counts, so nothing may fail: the caller keeps frames that were added.
        frames.append((time, place.scene))
        let frame = timeline.insert(found, in: size, time: time, at: place, image.pixels)
        given?.add(number ?? frame.index, image.pixels, time: time, at: place)
        search.remember(image, frame.index)
        search.lookBack(&timeline)
        if let poses { people.add(poses, frame, image.pixels) { search.person($0, in: $1) } }
        return take(timeline.takeReady())
    }

    /// Returns the redactions of the remaining frames.
    public func finish() -> [Redaction] {
        lock.withLock {
            given?.finish()
            var rest = take(timeline.finish())
            if !rest.isEmpty { rest[rest.count - 1].missedBoxCount = given?.missedCount ?? 0 }
            return rest
        }
    }

    /// The number of boxes of another detector that belong to no frame so far.
    package var missedBoxCount: Int { lock.withLock { given?.missedCount ?? 0 } }

    private func take(_ frames: [RedactionTimeline.Frame]) -> [Redaction] {
        ready += frames
        let known = ready.prefix(given?.count ?? ready.count)
        ready.removeFirst(known.count)
        return known.map(redaction)
    }

    private func redaction(_ ready: RedactionTimeline.Frame) -> Redaction {
        search.forget(ready.index)
        let shown = people.takeFirst()
        let frame = frames.removeFirst()
        let boxes = given?.takeFirst() ?? []
        let found = ready.faces.map { ($0, area($0)) } + boxes.map { ($0, givenArea($0)) }
        let kept = found.filter { isKept($0.0.trackID) }
        let covered = found.map(\.1).filter { !isKept($0.trackID ?? 0) }
        // The next frame waits already, unless this is the last one.
        let end = frames.first?.time ?? .infinity
        let areas =
            (shown.map { shown in covered.map { $0.beside(shown.boxes) } } ?? covered)
            + redactor.options.covers.filter { $0.isCovered(from: frame.time, until: end) }.map(\.area)
        var redaction = Redaction(
            areas: areas + (shown?.people ?? []).heads(beside: areas), masks: shown?.masks ?? [],
            endedTracks: found.map(\.0).filter(\.isLast).map(\.trackID), people: shown?.people,
            keptTracks: Set(kept.map(\.0.trackID)).sorted(),
            keptBoxes: kept.map(\.0).filter { $0.cause == .detected }.map(\.box))
        redaction.keptAreas = kept.map(\.1)
        redaction.successions = found.map(\.0).compactMap(TrackSuccession.init)
        redaction.bodies = shown?.bodies ?? []
        redaction.bodySuccessions = shown?.successions ?? []
        redaction.beginsScene = frame.scene != lastScene
        lastScene = frame.scene
        return redaction
    }

    private func area(_ face: RedactionTimeline.Face) -> RedactedArea {
        RedactedArea(
            face: face.box, extent: redactor.extent, score: face.score, trackID: face.trackID, cause: face.cause)
    }

    private func givenArea(_ face: RedactionTimeline.Face) -> RedactedArea {
        RedactedArea(given: face.box, score: face.score, trackID: face.trackID, cause: face.cause)
    }

    private func isKept(_ track: Int) -> Bool {
        if case .tracks(let ids) = redactor.options.kept { ids.contains(track) } else { false }
    }
}

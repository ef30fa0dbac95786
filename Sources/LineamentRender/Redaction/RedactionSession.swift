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
    private var timestamp = -1

    init(_ redactor: Redactor, bodies: PoseLandmarkerSession?) {
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
        // Years are more than any video has, and milliseconds of them fit in a number.
        guard abs(time) < 1e9 else {
            throw LineamentError(.invalidArgument, "The time of a frame must be less than 10⁹ seconds, not \(time).")
        }
        return try lock.withLock { try addNext(image, time: time) }
    }

    private func addNext(_ image: MPImage, time: Double) throws -> [Redaction] {
        timestamp = max(timestamp + 1, Int((time * 1000).rounded()))
        let place = scenes.place(of: image.pixels, time: time)
        let found = try search.faces(in: image, time: time, at: place, timeline)
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        if let bodies {
            let poses = try bodies.detect(videoFrame: image, timestampInMilliseconds: timestamp).poses
            people.add(poses, time: time, size: size)
        }
        // From here on the frame counts, so nothing may fail: the caller keeps frames that were added.
        let index = timeline.insert(found, in: size, time: time, at: place)
        search.remember(image, index)
        search.lookBack(&timeline)
        return take(timeline.takeReady())
    }

    /// Returns what is to be covered in the remaining frames.
    public func finish() -> [Redaction] { lock.withLock { take(timeline.finish()) } }

    private func take(_ ready: [RedactionTimeline.Frame]) -> [Redaction] {
        ready.map { ready in
            search.forget(ready.index)
            let shown = people.takeFirst()
            let kept = ready.faces.filter { isKept($0.trackID) }
            let areas = ready.faces.compactMap(area)
            return Redaction(
                areas: areas + (shown?.people ?? []).heads(beside: areas), masks: shown?.masks ?? [],
                endedTracks: ready.faces.filter(\.isLast).map(\.trackID), people: shown?.people,
                keptTracks: Set(kept.map(\.trackID)).sorted(), keptBoxes: kept.map(\.box))
        }
    }

    private func area(_ face: RedactionTimeline.Face) -> RedactedArea? {
        guard !isKept(face.trackID) else { return nil }
        return RedactedArea(
            face: face.box, extent: redactor.extent, score: face.score, trackID: face.trackID, cause: face.cause)
    }

    private func isKept(_ track: Int) -> Bool {
        if case .tracks(let ids) = redactor.options.kept { ids.contains(track) } else { false }
    }
}

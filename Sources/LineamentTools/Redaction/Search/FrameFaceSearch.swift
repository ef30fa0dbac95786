// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The search for the faces of a frame of a video that a detector alone misses: those of lost tracks and, from time to time,
/// those beside others and at borders.
struct FrameFaceSearch {
    /// A frame that a later one may tell more of.
    private struct Waiting {
        let index: Int
        let image: MPImage
    }

    /// The score of a face that was there shortly before or after, relative to the least score of a new one.
    private static let knownScore: Float = 0.6
    /// The side of a close-up, in sizes of the face.
    private static let closeUp = 2.6
    /// The number of lost tracks that are looked for in a frame, and of frames in which a new track is looked for.
    private static let maxCloseUps = 12
    /// The number of frames without a face after which a new track is not followed back any further.
    private static let maxMisses = 2
    /// The interval, in seconds, of second looks.
    private static let interval = 0.5
    /// The memory, in bytes, and the number of frames that may wait to be looked at again.
    private static let memory = 128 << 20
    private static let maxWaiting = 64

    private let redactor: Redactor
    private var waiting: [Waiting] = []
    private var lastLook = -Double.infinity
    private var lastScene = -1

    init(_ redactor: Redactor) { self.redactor = redactor }

    /// Returns the faces in the next frame.
    /// - Parameter bright: The frame with what is in the dark brightened; empty if it is not dark.
    mutating func faces(
        in image: MPImage, _ bright: [MPImage], time: Double, at place: FramePlace, _ timeline: RedactionTimeline
    ) throws -> [Detection] {
        var found = try redactor.faces.detect(image: image).detections
        for bright in bright {
            found = (found + (try redactor.faces.detect(image: bright).detections)).withoutRepetitions
        }
        found += try lost(in: image, time: time, at: place, timeline, found)
        if time - lastLook >= Self.interval || place.scene != lastScene {
            lastLook = time
            lastScene = place.scene
            found += try redactor.secondLook(at: image, found)
        }
        return found
    }

    /// Forgets the frames up to one.
    mutating func forget(_ index: Int) { waiting.removeAll { $0.index <= index } }

    /// Keeps a frame of the timeline, in which a track may be looked for that begins later.
    mutating func remember(_ image: MPImage, _ index: Int) {
        waiting.append(Waiting(index: index, image: image))
        // Most frames have their chroma at half the resolution.
        let size = image.pixels.width * image.pixels.height * 3 / 2
        let limit = max(1, min(Self.maxWaiting, Self.memory / max(1, size)))
        if waiting.count > limit { waiting.removeFirst(waiting.count - limit) }
    }

    /// Returns the faces of tracks that the detector does not see any more.
    private func lost(
        in image: MPImage, time: Double, at place: FramePlace, _ timeline: RedactionTimeline, _ found: [Detection]
    ) throws -> [Detection] {
        let size = CGSize(width: image.pixels.width, height: image.pixels.height)
        let moment = RedactionTrack.Moment(time: time, offset: place.offset)
        var faces: [Detection] = []
        for track in timeline.tracks.sorted(by: { $0.key < $1.key }).map(\.value) where track.scene == place.scene {
            // From a weaker sighting, the search would drift to whatever is beside the face.
            guard faces.count < Self.maxCloseUps, let last = track.lastCertain,
                time - last.time <= RedactionTimeline.extent
            else { continue }
            let expected = track.continued(last, at: moment).pixels(of: size)
            let isKnown = (found + faces).contains { $0.boundingBox.showsFace(expectedIn: expected) }
            guard !isKnown else { continue }
            if let face = try closeUp(of: expected, in: image) { faces.append(face) }
        }
        return faces
    }

    /// Looks for the tracks that begin in the last frame in the frames before it. A frame that cannot be sampled
    /// counts as one without the face.
    func lookBack(_ timeline: inout RedactionTimeline) {
        guard timeline.newTracks.count <= Self.maxCloseUps else { return }
        for id in timeline.newTracks { lookBack(for: id, &timeline) }
    }

    private func lookBack(for id: Int, _ timeline: inout RedactionTimeline) {
        var misses = 0
        for frame in timeline.pending.dropLast().reversed() {
            guard misses < Self.maxMisses, let track = timeline.tracks[id], let first = track.sightings.first,
                track.lastCertain != nil, frame.place.scene == track.scene,
                let image = waiting.first(where: { $0.index == frame.index })?.image
            else { return }
            let moment = RedactionTrack.Moment(time: frame.time, offset: frame.place.offset)
            let expected = track.continued(first, at: moment).pixels(of: frame.size)
            guard let face = try? closeUp(of: expected, in: image) else {
                misses += 1
                continue
            }
            misses = 0
            let sighting = timeline.sighting(
                face.boundingBox.fractions(of: frame.size), score: face.score, in: frame,
                look: TrackLook(of: face, in: image.pixels))
            timeline.insert(sighting, track: id, in: frame, image.pixels)
        }
    }

    /// Returns a person of a later frame in one that waits, and that frame's pixels; `nil` if not seen there.
    func person(
        _ pose: PoseLandmarkerResult.Pose, in index: Int
    ) -> (pose: PoseLandmarkerResult.Pose, pixels: PixelBuffer)? {
        guard let image = waiting.first(where: { $0.index == index })?.image,
            let pose = try? redactor.people?.pose(pose, in: image)
        else { return nil }
        return (pose, image.pixels)
    }

    /// Returns the face that a close-up shows where it is expected.
    private func closeUp(of expected: CGRect, in image: MPImage) throws -> Detection? {
        let side = Self.closeUp * max(expected.width, expected.height)
        let square = CGRect(x: expected.midX - side / 2, y: expected.midY - side / 2, width: side, height: side)
        let whole = CGRect(x: 0, y: 0, width: image.pixels.width, height: image.pixels.height)
        guard expected.intersects(whole) else { return nil }
        let minScore = redactor.options.minDetectionConfidence * Self.knownScore
        return try redactor.faces.faces(inCloseUp: square, of: image, minScore: minScore)
            .first { $0.boundingBox.showsFace(expectedIn: expected) }
    }
}

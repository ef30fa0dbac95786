// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The people in the frames of a video that wait.
///
/// A frame's people are covered where they are and where they will be in the next frames. A person who is not found in
/// it, but was shortly before or is shortly after, is covered in that place.
struct WaitingPeople {
    /// A person who was found in a frame.
    private struct Found {
        /// The person without the mask.
        let pose: PoseLandmarkerResult.Pose
        /// `nil` if nothing near the landmarks is the person's.
        let person: RedactedPerson?
        let mask: PackedMask?
        let cells: CellMask?

        init(_ pose: PoseLandmarkerResult.Pose, in size: CGSize) {
            mask = pose.segmentationMask.map { PackedMask($0) }
            cells = pose.segmentationMask.flatMap { CellMask($0, limit: CellMask.frameLimit) }
            person = RedactedPerson(pose, in: size)
            self.pose = PoseLandmarkerResult.Pose(
                landmarks: pose.landmarks, worldLandmarks: pose.worldLandmarks, segmentationMask: nil,
                trackID: pose.trackID)
        }

        /// Whether the landmarks are not weak.
        var isSure: Bool { person.map { $0.score >= RedactedPerson.weakScore } ?? false }
        /// The number by which the person is tracked.
        var track: Int { pose.trackID ?? CoveredBody.unknown }
    }

    /// The people of one frame.
    private struct Waiting {
        let frame: RedactionTimeline.Pending
        var people: [Found]
        /// The masks whose union covers the people.
        var masks: [PackedMask]

        func shows(_ track: Int) -> Bool { people.contains { $0.track == track } }
    }

    /// The people who are covered in one frame.
    struct Frame {
        let people: [RedactedPerson]
        /// The masks whose union covers them.
        let masks: [PackedMask]
        /// The covers of each of them.
        let bodies: [CoveredBody]
        /// The boxes around them, in pixels.
        var boxes: [CGRect] { people.map(\.rect) + bodies.map(\.cells.rect) }
        /// The people who are perhaps those of tracks that ended.
        let successions: [TrackSuccession]
    }

    /// The number of frames whose masks are covered at once.
    private static let spread = 3
    /// The time, in seconds, within which people do not disappear.
    private static let memory = 0.5
    /// The number of frames without a person after which a new one is not followed back any further.
    private static let maxMisses = 2

    private var waiting: [Waiting] = []
    /// Where people were last seen before the frames that wait, by their tracks.
    private var last: [Int: (found: Found, frame: RedactionTimeline.Pending)] = [:]
    private var tracks: [Int: RedactionTrack] = [:]
    private var lastNumber = 0

    /// Adds the people of the next frame.
    /// - Parameters:
    ///   - poses: The people.
    ///   - frame: The frame.
    ///   - pixels: Its pixels.
    ///   - lookBack: Returns a person in an earlier frame that waits; `nil` if the person is not seen there.
    mutating func add(
        _ poses: [PoseLandmarkerResult.Pose], _ frame: RedactionTimeline.Pending, _ pixels: PixelBuffer,
        lookBack: (PoseLandmarkerResult.Pose, _ frame: Int) -> (pose: PoseLandmarkerResult.Pose, pixels: PixelBuffer)?
    ) {
        let people = poses.map { Found($0, in: frame.size) }
        let new = people.filter { tracks[$0.track] == nil }
        let mask = poses.compactMap(\.segmentationMask).union.map { PackedMask($0) }
        waiting.append(Waiting(frame: frame, people: people, masks: mask.map { [$0] } ?? []))
        let trunks = people.map { $0.pose.trunk(in: frame.size) }
        for (index, found) in people.enumerated() {
            let others = trunks.indices.filter { $0 != index }.map { trunks[$0] }
            see(found, in: frame, pixels, beside: others)
        }
        for found in new { follow(found, back: lookBack) }
    }

    /// Looks for a new person in the frames before.
    private mutating func follow(
        _ found: Found,
        back lookBack: (PoseLandmarkerResult.Pose, _ frame: Int) -> (
            pose: PoseLandmarkerResult.Pose, pixels: PixelBuffer
        )?
    ) {
        var pose = found.pose
        var misses = 0
        for place in waiting.indices.dropLast().reversed() {
            let frame = waiting[place].frame
            guard misses < Self.maxMisses, frame.place.scene == waiting[waiting.count - 1].frame.place.scene else {
                return
            }
            let earlier = lookBack(pose, frame.index)
            let seen = earlier.map { Found($0.pose, in: frame.size) }
            guard let earlier, let found = seen, found.isSure,
                found.pose.trunk(in: frame.size).showsFace(expectedIn: pose.trunk(in: frame.size))
            else {
                misses += 1
                continue
            }
            let trunk = found.pose.trunk(in: frame.size)
            let others = waiting[place].people.map { $0.pose.trunk(in: frame.size) }
            guard !others.contains(where: { $0.shareOfSmaller(with: trunk) > 0.6 }) else { return }
            misses = 0
            pose = found.pose
            waiting[place].people.append(found)
            if let mask = found.mask { waiting[place].masks.append(mask) }
            see(found, in: frame, earlier.pixels, beside: others)
        }
    }

    /// Adds a sighting of a person to the track.
    private mutating func see(
        _ found: Found, in frame: RedactionTimeline.Pending, _ pixels: PixelBuffer, beside others: [CGRect]
    ) {
        let trunk = found.pose.trunk(in: frame.size)
        let head = found.person?.face.map { $0.insetBy(dx: -0.3 * $0.width, dy: -0.3 * $0.height) }
        var sighting = RedactionTrack.Sighting(
            frame: frame.index, time: frame.time, box: trunk.fractions(of: frame.size), offset: frame.place.offset,
            score: found.person?.score ?? 0, shot: frame.place.shot, look: TrackLook(pixels, [head, trunk]))
        var track = tracks[found.track] ?? RedactionTrack(scene: frame.place.scene)
        sighting.isCrossed = track.isCrossed(sighting, by: others.map { $0.fractions(of: frame.size) })
        track.follow(sighting, in: pixels, lastNumber: &lastNumber)
        tracks[found.track] = track
    }

    /// Returns the people of the first frame that waits, with masks of its size; `nil` if no people are covered.
    mutating func takeFirst() -> Frame? {
        guard let first = waiting.first else { return nil }
        let size = first.frame.size
        let time = first.frame.time
        last = last.filter { time - $0.value.frame.time <= Self.memory }
        let soon = waiting.dropFirst().prefix(Self.spread - 1)
        // Where they are who are not found in this frame.
        var missing = last.filter { !first.shows($0.key) }.map(\.value)
        var returning: Set<Int> = []
        for next in waiting.dropFirst().prefix(while: { $0.frame.time - time <= Self.memory }) {
            for found in next.people where !first.shows(found.track) && returning.insert(found.track).inserted {
                missing.append((found, next.frame))
            }
        }
        for found in first.people { last[found.track] = (found, first.frame) }
        waiting.removeFirst()
        let others = soon.flatMap { next in next.people.map { ($0, next.frame) } } + missing
        let unseen = others.flatMap { found, frame in
            [body(of: found, in: frame)].compactMap(\.self).unseen(from: frame.size, to: size)
        }
        let bodies = first.people.compactMap { body(of: $0, in: first.frame) } + unseen
        let masks = first.masks + soon.flatMap(\.masks) + missing.compactMap(\.found.mask)
        let result = Frame(
            people: first.people.compactMap { person(of: $0, in: first.frame) },
            masks: masks.map { $0.resized(to: size) }, bodies: bodies.merged,
            successions: first.people.compactMap { succession(of: $0, in: first.frame) })
        forget(before: time)
        return result
    }

    private func succession(of found: Found, in frame: RedactionTimeline.Pending) -> TrackSuccession? {
        guard let track = tracks[found.track], let sighting = track.sighting(in: frame.index) else { return nil }
        return track.predecessor(of: sighting).map { TrackSuccession(sighting.number, after: $0) }
    }

    private mutating func forget(before time: Double) {
        for id in tracks.keys { tracks[id]?.forget(before: time - RedactionTimeline.maxGap) }
        tracks = tracks.filter { !$0.value.sightings.isEmpty }
    }

    /// The number of a person, which changes within the track where another one may have taken the place.
    private func number(of found: Found, in frame: RedactionTimeline.Pending) -> Int {
        tracks[found.track]?.sighting(in: frame.index)?.number ?? CoveredBody.unknown
    }

    private func person(of found: Found, in frame: RedactionTimeline.Pending) -> RedactedPerson? {
        var person = found.person
        person?.trackID = number(of: found, in: frame)
        return person
    }

    private func body(of found: Found, in frame: RedactionTimeline.Pending) -> CoveredBody? {
        found.cells.map { cells in
            CoveredBody(id: number(of: found, in: frame), cells: cells, person: person(of: found, in: frame))
        }
    }
}

extension PoseLandmarkerResult.Pose {
    /// The side of the square around the trunk, in distances of the shoulders from the hips.
    private static let trunkSide = 1.2

    /// Returns a square around the shoulders and the hips, in pixels.
    fileprivate func trunk(in size: CGSize) -> CGRect {
        let points = [PoseLandmark.leftShoulder, .rightShoulder, .leftHip, .rightHip].map { landmark in
            SIMD2(Double(self[landmark].x) * size.width, Double(self[landmark].y) * size.height)
        }
        let middle = points.reduce(.zero, +) / 4
        let length = ((points[0] + points[1] - points[2] - points[3]) / 2).length
        let side = Self.trunkSide * max(1, length)
        return CGRect(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
    }
}

extension PackedMask {
    /// Returns the mask in another size; itself if it has the size.
    fileprivate func resized(to size: CGSize) -> PackedMask {
        let columns = Int(size.width)
        let rows = Int(size.height)
        guard columns != width || rows != height, let mask else { return self }
        let values = mask.withUnsafeBytes { bytes in
            (0..<columns * rows).map { index in
                let x = index % columns * width / columns
                let y = index / columns * height / rows
                return bytes[y * width + x]
            }
        }
        return Mask(uInt8Data: values, width: columns, height: rows, shouldCopy: true).map { PackedMask($0) } ?? self
    }
}

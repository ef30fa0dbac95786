// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Tells whether a sighting of a track goes on with one of the faces that were seen in the track just before.
///
/// Covers may bridge any gap, as covering too much does little harm. A face that stays visible must not: its number
/// goes on only where another face cannot have taken its place. So a gap, another shot, another look or an overlap with
/// another face ends it, and what follows in the track has a number of its own.
///
/// Measured on test photos and videos: the looks of one person within 0.12 s correlate by 0.94 (median), 5% by less than 0.67;
/// those of two people by 0.16, 1% by more than 0.63, at most 0.76. After a second, one person's often correlate by less than
/// 0.4, so nothing is concluded across gaps.
enum TrackContinuity {
    /// The longest time, in seconds, between two sightings of one face.
    static let maxGap = 0.125
    /// The longest time, in seconds, between two sightings in successive frames of a video with few frames.
    private static let maxInterval = 0.5
    /// The correlation of looks from which they belong to one face: in neighboring frames, and otherwise.
    private static let sameLook: Float = 0.68
    private static let sameLookLater: Float = 0.82
    /// The share of the smaller of two faces that another one covers from which they overlap, and below which they are apart.
    static let overlap = 0.2
    static let apart = 0.05

    /// Returns the number that a sighting goes on with, and its look; `nil` for a new one.
    /// - Parameters:
    ///   - sighting: The sighting.
    ///   - others: The sightings of the track.
    ///   - frame: The frame of the sighting; `nil` if looks are unknown.
    static func continued(
        _ sighting: RedactionTrack.Sighting, among others: [RedactionTrack.Sighting], in frame: PixelBuffer?
    ) -> (number: Int, look: TrackLook?)? {
        let near = others.filter { isNear($0, sighting) }
        let nearest = near.sorted { distance($0, sighting) < distance($1, sighting) }
        guard let frame else { return nearest.first.map { ($0.number, nil) } }
        guard let look = sighting.look else { return nil }
        for other in nearest {
            guard let otherLook = other.look else { continue }
            let limit = distance(other, sighting) <= maxGap ? sameLook : sameLookLater
            let again = otherLook.again(in: frame, moved: sighting.offset - other.offset)
            if let same = self.look(look, orThatAt: again, after: otherLook, limit) { return (other.number, same) }
        }
        return nil
    }

    /// Returns the look to remember of a detected face that is alike an earlier one; `nil` if it is not.
    /// - Parameters:
    ///   - look: The look at the place of the detection.
    ///   - again: The look at the place of the earlier one.
    private static func look(
        _ look: TrackLook, orThatAt again: TrackLook?, after earlier: TrackLook, _ limit: Float
    ) -> TrackLook? {
        func isAlike(_ look: TrackLook) -> Bool { (look.correlation(with: earlier) ?? -1) >= limit }
        if let again, again.isInPlace(of: look), isAlike(again) { return again }
        if isAlike(look) { return look }
        // Another detector gives the face another size, or it moves slowly. The look at its place remains, as that at the detection may
        // be of another face in a dissolve; farther away, it would show the face that was followed although another one was detected.
        guard let again, again.overlaps(look), isAlike(again) else { return nil }
        return again
    }

    /// The times, in seconds, within which a face that becomes another one is looked for.
    private static let fades = [0.24, 0.4, 0.8, 1.6]

    /// Returns the time at which a face begins to fade into the one of a sighting; `nil` if it does not.
    /// - Parameters:
    ///   - sighting: The sighting.
    ///   - others: The sightings of the track, in their order.
    static func fade(into sighting: RedactionTrack.Sighting, among others: [RedactionTrack.Sighting]) -> Double? {
        guard let look = sighting.look else { return nil }
        let same = others.filter { $0.number == sighting.number && $0.look != nil && $0.time < sighting.time }
        for length in fades {
            guard let first = same.last(where: { sighting.time - $0.time >= length - 0.001 }),
                sighting.time - first.time <= 1.5 * length,
                let middle = same.last(where: { sighting.time - $0.time >= length / 2 }), middle.frame > first.frame,
                let firstLook = first.look, let middleLook = middle.look
            else { continue }
            if middleLook.isMixture(of: firstLook, look) { return first.time }
        }
        return nil
    }

    private static func distance(_ one: RedactionTrack.Sighting, _ other: RedactionTrack.Sighting) -> Double {
        abs(one.time - other.time)
    }

    private static func isNear(_ other: RedactionTrack.Sighting, _ sighting: RedactionTrack.Sighting) -> Bool {
        guard other.shot == sighting.shot, other.isCrossed == sighting.isCrossed else { return false }
        if distance(other, sighting) <= maxGap { return true }
        return abs(other.frame - sighting.frame) == 1 && distance(other, sighting) <= maxInterval
    }
}

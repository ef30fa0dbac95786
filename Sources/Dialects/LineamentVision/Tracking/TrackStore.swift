// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

/// The objects that are followed through one sequence of images, by the identifiers of their observations.
final class TrackStore: Sendable {
    private struct State {
        var tracks: [UUID: (track: ObjectTrack, lastUse: Int)] = [:]
        var uses = 0
    }

    /// The number of tracks above which those that have not been used for longest are dropped.
    static let limit = 256

    private let state = Locked(State())

    /// Returns a track and its rivals; `nil` for an object that is not followed yet.
    ///
    /// Rivals are the tracks that were continued after this one was last. Others have been abandoned by the caller and
    /// would keep the object, wherever they were last, from being followed under a new identifier.
    func tracks(of identifier: UUID) -> (own: ObjectTrack?, rivals: [ObjectTrack]) {
        state.withLock { state in
            let own = state.tracks[identifier]
            let rivals = state.tracks.filter { $0.key != identifier && $0.value.lastUse > own?.lastUse ?? 0 }
            return (own?.track, rivals.map(\.value.track))
        }
    }

    /// Keeps a track for the next image.
    func keep(_ track: ObjectTrack, of identifier: UUID) {
        state.withLock { state in
            state.uses += 1
            state.tracks[identifier] = (track, state.uses)
            guard state.tracks.count > Self.limit,
                let oldest = state.tracks.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
            else { return }
            state.tracks[oldest] = nil
        }
    }

    /// Forgets an object.
    func remove(_ identifier: UUID) { state.withLock { $0.tracks[identifier] = nil } }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// A track that begins where another one ended, as it is not certain that both belong to the same face or person.
public struct TrackSuccession: Sendable, Hashable {
    /// The track that begins.
    public var trackID: Int
    /// The track that ended.
    public var previousTrackID: Int

    /// Creates a succession.
    public init(_ trackID: Int, after previousTrackID: Int) {
        self.trackID = trackID
        self.previousTrackID = previousTrackID
    }

    /// Creates the succession with which a face begins; `nil` if there is none.
    init?(_ face: RedactionTimeline.Face) {
        guard let previous = face.previousTrackID else { return nil }
        self.init(face.trackID, after: previous)
    }
}

/// The areas and people to be covered in an image or frame.
public struct Redaction: Sendable {
    /// The areas.
    public var areas: [RedactedArea]
    /// The people to cover; `nil` if only faces or heads are.
    public var silhouette: Mask? {
        get { masks.compactMap(\.mask).union }
        set { masks = newValue.map { [PackedMask($0)] } ?? [] }
    }
    /// The masks whose union is ``silhouette``. There may be thousands of redactions at the end of a video.
    private var masks: [PackedMask]
    /// The tracks that end in the frame although its scene goes on.
    public var endedTracks: [Int]
    /// The people in the silhouette; `nil` if only faces or heads are covered.
    public var people: [RedactedPerson]?
    /// The tracks in the frame that stay visible.
    public var keptTracks: [Int]
    /// The tracks that begin in the frame where another one ended, of the same face perhaps.
    public var successions: [TrackSuccession] = []
    /// The body tracks that begin in the frame where another one ended.
    var bodySuccessions: [TrackSuccession] = []
    /// The boxes of the faces that stay visible, in pixels.
    var keptBoxes: [CGRect] = []
    /// The areas that stay visible and would be covered otherwise.
    var keptAreas: [RedactedArea] = []
    /// The people, each with what covers them; empty where they cannot be told apart.
    var bodies: [CoveredBody] = []
    /// Whether the frame begins a scene.
    var beginsScene = false
    /// The number, in the last frame of a video, of boxes of another detector that belong to no frame.
    var missedBoxCount = 0

    /// Creates a redaction from its parts.
    public init(
        areas: [RedactedArea], silhouette: Mask? = nil, endedTracks: [Int] = [], people: [RedactedPerson]? = nil,
        keptTracks: [Int] = []
    ) {
        self.init(
            areas: areas, masks: silhouette.map { [PackedMask($0)] } ?? [], endedTracks: endedTracks, people: people,
            keptTracks: keptTracks)
    }

    init(
        areas: [RedactedArea], masks: [PackedMask], endedTracks: [Int], people: [RedactedPerson]?, keptTracks: [Int],
        keptBoxes: [CGRect] = []
    ) {
        self.areas = areas
        self.masks = masks
        self.endedTracks = endedTracks
        self.people = people
        self.keptTracks = keptTracks
        self.keptBoxes = keptBoxes
    }

    /// Whether no person was found: all covered areas were asked for.
    package var foundNobody: Bool {
        areas.allSatisfy { $0.cause == .requested } && masks.isEmpty && keptAreas.isEmpty && keptTracks.isEmpty
    }

    /// Whether the image should be checked: an area or a person is doubtful, or a track ends.
    public var isDoubtful: Bool {
        !endedTracks.isEmpty || !successions.isEmpty || areas.contains(where: \.isDoubtful)
            || people?.contains { $0.doubt != nil } == true
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A face or person that was found in an input and is covered, unless the plan is edited.
public struct PlannedTrack: Sendable, Hashable {
    /// The number: in videos that of the track, in images that of the face, as a review shows it.
    public var number: Int
    /// Whether it stays visible.
    public var keep: Bool
    /// The best score of its detections, 0 to 1.
    public var score: Float
    /// Its covers. A track has two at a time where it may be at either of two places.
    public var spans: [PlannedArea]
    /// A small image for the editor of the plan, as a URL of the scheme `data`; `nil` for none. It is not rendered.
    public var thumbnail: String?
    /// A name given by the person who edits the plan; `nil` for none. It is not rendered.
    public var name: String?

    /// Creates a track.
    public init(number: Int, keep: Bool = false, score: Float, spans: [PlannedArea], thumbnail: String? = nil) {
        self.number = number
        self.keep = keep
        self.score = score
        self.spans = spans
        self.thumbnail = thumbnail
    }
}

public import Lineament

/// What is to be covered in an image or frame.
public struct Redaction: Sendable {
    /// The areas.
    public var areas: [RedactedArea]
    /// The people to cover; `nil` if only faces or heads are.
    public var silhouette: Mask?
    /// The tracks that end in the frame although its scene goes on.
    public var endedTracks: [Int]

    /// Creates a redaction from its parts.
    public init(areas: [RedactedArea], silhouette: Mask? = nil, endedTracks: [Int] = []) {
        (self.areas, self.silhouette, self.endedTracks) = (areas, silhouette, endedTracks)
    }

    /// Whether somebody should look at the image: an area is doubtful, or a track ends.
    public var isDoubtful: Bool { !endedTracks.isEmpty || areas.contains(where: \.isDoubtful) }
}

public import Lineament

/// What is to be covered in an image or frame.
public struct Redaction: Sendable {
    /// The areas.
    public var areas: [RedactedArea]
    /// The people to cover; `nil` if only faces or heads are.
    public var silhouette: Mask? {
        get { people.compactMap(\.mask).union }
        set { people = newValue.map { [PackedMask($0)] } ?? [] }
    }
    /// The masks whose union is ``silhouette``. There may be thousands of redactions at the end of a video.
    private var people: [PackedMask]
    /// The tracks that end in the frame although its scene goes on.
    public var endedTracks: [Int]

    /// Creates a redaction from its parts.
    public init(areas: [RedactedArea], silhouette: Mask? = nil, endedTracks: [Int] = []) {
        self.init(areas: areas, people: silhouette.map { [PackedMask($0)] } ?? [], endedTracks: endedTracks)
    }

    init(areas: [RedactedArea], people: [PackedMask], endedTracks: [Int]) {
        self.areas = areas
        self.people = people
        self.endedTracks = endedTracks
    }

    /// Whether somebody should look at the image: an area is doubtful, or a track ends.
    public var isDoubtful: Bool { !endedTracks.isEmpty || areas.contains(where: \.isDoubtful) }
}

/// A line between two landmarks, by their indices.
public struct Connection: Sendable, Hashable, Codable {
    /// The index of the landmark at one end.
    public let start: UInt
    /// The index of the landmark at the other end.
    public let end: UInt

    /// A line between the landmarks at `start` and `end`.
    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
    }
}

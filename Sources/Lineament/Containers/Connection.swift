/// A line between two landmarks, by their indices.
public struct Connection: Sendable, Hashable {
    public let start: UInt
    public let end: UInt

    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
    }
}

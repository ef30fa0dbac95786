// SPDX-License-Identifier: Apache-2.0

/// A line between two landmarks, given by their indices.
public struct Connection: Sendable, Hashable, Codable {
    /// The index of the landmark where the line starts.
    public let start: UInt
    /// The index of the landmark where the line ends.
    public let end: UInt

    /// Creates a line between the landmarks at `start` and `end`.
    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A result that lists the faces, hands or people of an image.
package protocol SubjectResult: TaskResult, Hashable, CustomStringConvertible {
    associatedtype Subject: Hashable

    /// The faces, hands or people.
    var subjects: [Subject] { get }
    /// The words for a subject and for several, in descriptions.
    static var nouns: (one: String, several: String) { get }
    /// The table of the values of a subject.
    static var values: [ResultValue<Self, Subject>] { get }
    /// The tracks of the subjects of a frame; empty for an image, and for a task that does not track.
    var trackIDs: [Int] { get }
    /// Writes the members of the result into a JSON object opened by the caller.
    func writeMembers(to json: inout some JSONWriting)
}

extension SubjectResult {
    package var trackIDs: [Int] { [] }

    /// Returns whether both results have equal subjects and timestamps.
    public static func == (left: Self, right: Self) -> Bool {
        left.subjects == right.subjects && left.timestampInMilliseconds == right.timestampInMilliseconds
    }

    /// Hashes the subjects and the timestamp.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(subjects)
        hasher.combine(timestampInMilliseconds)
    }

    /// A summary such as "2 faces at 40 ms".
    public var description: String {
        "\(subjects.count) \(subjects.count == 1 ? Self.nouns.one : Self.nouns.several) at \(timestampInMilliseconds) ms"
    }
}

/// A result that lists the faces, hands or people of an image.
package protocol SubjectResult: TaskResult, Hashable, CustomStringConvertible {
    associatedtype Subject: Hashable

    /// The faces, hands or people.
    var subjects: [Subject] { get }
    /// The words for a subject and for several, in descriptions.
    static var nouns: (one: String, several: String) { get }
}

extension SubjectResult {
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

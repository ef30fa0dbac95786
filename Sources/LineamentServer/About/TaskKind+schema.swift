internal import Lineament
internal import LineamentOutput

/// The shapes of results, for programs that are generated from the description.
extension TaskKind {
    /// The name of the schema of a result, such as "FaceDetectorResult".
    var schemaName: String {
        rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Result"
    }

    /// The schema of a result.
    var resultSchema: JSONValue { ResultSchema(self).serviceResult }
}

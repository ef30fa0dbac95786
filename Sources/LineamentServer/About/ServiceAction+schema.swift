// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks

/// The shapes of results, for programs that are generated from the description.
extension ServiceAction {
    /// The name of the schema of a result, such as "FaceDetectorResult".
    var schemaName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Result"
    }

    /// The schema of a result; `nil` for what is no JSON.
    var resultSchema: JSONValue? {
        switch self {
        case .task(let task): ResultSchema(task).serviceResult
        case .redact: ResultSchema.redaction
        case .crop: ResultSchema.crops
        case .capture: nil
        }
    }
}

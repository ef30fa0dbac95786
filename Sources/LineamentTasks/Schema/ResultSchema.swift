// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// A JSON Schema (draft 2020-12) of the results of one task.
///
/// The members of a result are described once. The command line prints that description in full (``document``);
/// the service's OpenAPI document has its short form (``serviceResult``).
package struct ResultSchema: Sendable {
    let task: TaskKind

    package init(_ task: TaskKind) { self.task = task }

    /// The schema of one line that the command line prints: of an image, of a frame, or of an input that failed.
    package var document: JSONValue {
        let members = Self.head + members
        var definitions = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.schema) })
        definitions["error"] = ["type": "string", "description": "What went wrong, naming the input."]
        definitions["image"] = Self.line(
            "The result of an image.", of: members.filter { !$0.isOfFramesOnly })
        definitions["videoFrame"] = Self.line("The result of a frame of a video.", of: members)
        definitions["failure"] = [
            "description": "The line of an input that failed, in place of its result or after its last frame.",
            "type": "object", "required": ["source", "error"], "additionalProperties": false,
            "properties": ["source": .definition("source"), "error": .definition("error")],
        ]
        return .document(
            title: task.rawValue,
            "One line of JSON output. Numbers that cannot be determined are null; docs/output.md tells more.",
            [
                "oneOf": .list(["image", "videoFrame", "failure"].map(JSONValue.definition)),
                "$defs": .object(definitions),
            ])
    }

    /// The schema of a result of the service: names and types, without descriptions, ranges and counts.
    package var serviceResult: JSONValue {
        let served = members.filter { !$0.isOfCommandLineOnly }
        let head: [String: JSONValue] = [
            "source": ["type": "string", "description": "The name of the file; \"-\" for a body without one."],
            "width": .wholeNumber, "height": .wholeNumber,
            "frame": ["type": "integer", "minimum": 0, "description": "The index of a video's frame."],
            "timestampInMilliseconds": .wholeNumber,
        ]
        let always = ["source", "width", "height"] + served.filter(\.isRequired).map(\.name)
        return [
            "type": "object", "required": .list(always.map(JSONValue.text)),
            "properties": .object(
                head.merging(served.map { ($0.name, $0.schema.withoutDetails) }) { $1 }),
        ]
    }

    /// The schema of a line of the service about an image that failed.
    package static let serviceFailure: JSONValue = [
        "type": "object", "required": ["source", "error"],
        "properties": ["source": ["type": "string"], "error": ["type": "string"]],
    ]

    private static func line(_ description: JSONValue, of members: [ResultMember]) -> JSONValue {
        [
            "description": description, "type": "object", "additionalProperties": false,
            "required": .list(members.filter(\.isRequired).map { .text($0.name) }),
            "properties": .object(
                Dictionary(uniqueKeysWithValues: members.map { ($0.name, .definition($0.name)) })),
        ]
    }
}

/// A member of the outermost object of a result.
package struct ResultMember: Sendable {
    var name: String
    var schema: JSONValue
    /// Whether each result has the member, with any options.
    var isRequired = false
    /// Whether only frames of videos have the member, not images.
    var isOfFramesOnly = false
    /// Whether the service's results lack the member.
    var isOfCommandLineOnly = false
}

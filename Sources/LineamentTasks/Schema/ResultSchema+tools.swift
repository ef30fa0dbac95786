// SPDX-License-Identifier: Apache-2.0
internal import LineamentTools

/// The schemas of the lines of a redaction and of crops, as the service gives them, and of the command line's.
extension ResultSchema {
    /// The schema of one line of `lineament redact --report`.
    package static let redactionDocument = document(
        "redact", redactionMembers.merging(["redacted": text, "review": text]) { $1 })

    /// The schema of one line of `lineament crop --table`.
    package static let cropsDocument = document("crop", cropsMembers)

    /// The report of a redaction.
    package static let redaction = served(redactionMembers)

    /// The table of crops.
    package static let crops = served(cropsMembers)

    private static let redactionMembers: [String: JSONValue] = [
        "covered": [
            "type": "array", "items": JSONValue.record(box.merging(areaMembers) { $1 }, required: Array(box.keys)),
        ],
        "people": [
            "type": "array", "items": JSONValue.record(box.merging(personMembers) { $1 }, required: Array(box.keys)),
        ],
        "endedTracks": ["type": "array", "items": .wholeNumber],
        "keptTracks": ["type": "array", "items": .wholeNumber],
    ]

    private static let cropsMembers: [String: JSONValue] = [
        "crops": [
            "type": "array", "items": JSONValue.record(box.merging(cropMembers) { $1 }, required: Array(box.keys)),
        ]
    ]

    private static let number: JSONValue = ["type": "number"]
    private static let text: JSONValue = ["type": "string"]
    private static let box = ["x": number, "y": number, "width": number, "height": number]
    private static let areaMembers: [String: JSONValue] = [
        "score": number, "trackID": .wholeNumber, "cause": words(RedactedArea.Cause.allCases.map(\.rawValue)),
        "doubt": words(["weak"] + RedactedArea.Cause.allCases.filter(\.isDoubtful).map(\.rawValue)),
    ]
    private static let personMembers: [String: JSONValue] = [
        "score": number, "trackID": .wholeNumber, "doubt": words(RedactedPerson.Doubt.allCases.map(\.rawValue)),
    ]
    private static let cropMembers: [String: JSONValue] = [
        "score": number, "quality": number, "trackID": .wholeNumber, "timestampInMilliseconds": .wholeNumber,
        "frame": .wholeNumber, "file": text,
        "transform": ["type": "array", "items": number, "minItems": 4, "maxItems": 4],
    ]

    private static func words(_ words: [String]) -> JSONValue { ["enum": .list(words.map(JSONValue.text))] }

    private static func document(_ command: String, _ members: [String: JSONValue]) -> JSONValue {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .text("lineament \(command)"),
            "description": .text("One line of JSON output; docs/\(command).md tells more."),
            "oneOf": [served(members), serviceFailure],
        ]
    }

    private static func served(_ members: [String: JSONValue]) -> JSONValue {
        let head: [String: JSONValue] = [
            "source": text, "width": .wholeNumber, "height": .wholeNumber, "frame": .wholeNumber,
            "timestampInMilliseconds": .wholeNumber,
        ]
        return .record(head.merging(members) { $1 }, required: ["source", "width", "height"])
    }
}

extension JSONValue {
    fileprivate static func record(_ members: [String: JSONValue], required: [String]) -> JSONValue {
        ["type": "object", "required": .list(required.sorted().map(JSONValue.text)), "properties": .object(members)]
    }
}

internal import LineamentRender

/// The schemas of the lines of a redaction and of crops, as the service gives them.
extension ResultSchema {
    /// The report of a redaction.
    package static let redaction = served([
        "covered": [
            "type": "array", "items": JSONValue.record(box.merging(areaMembers) { $1 }, required: Array(box.keys)),
        ],
        "people": [
            "type": "array", "items": JSONValue.record(box.merging(personMembers) { $1 }, required: Array(box.keys)),
        ],
        "endedTracks": ["type": "array", "items": .wholeNumber],
        "keptTracks": ["type": "array", "items": .wholeNumber],
    ])

    /// The table of crops.
    package static let crops = served([
        "crops": [
            "type": "array", "items": JSONValue.record(box.merging(cropMembers) { $1 }, required: Array(box.keys)),
        ]
    ])

    private static let number: JSONValue = ["type": "number"]
    private static let text: JSONValue = ["type": "string"]
    private static let box = ["x": number, "y": number, "width": number, "height": number]
    private static let areaMembers: [String: JSONValue] = [
        "score": number, "trackID": .wholeNumber, "cause": words(RedactedArea.Cause.allCases.map(\.rawValue)),
        // A detected face is worth a look if it is weak, and any other for its cause.
        "doubt": words(RedactedArea.Cause.allCases.map { $0 == .detected ? "weak" : $0.rawValue }),
    ]
    private static let personMembers: [String: JSONValue] = [
        "score": number, "trackID": .wholeNumber, "doubt": words(RedactedPerson.Doubt.allCases.map(\.rawValue)),
    ]
    private static let cropMembers: [String: JSONValue] = [
        "score": number, "quality": number, "trackID": .wholeNumber, "file": text,
        "transform": ["type": "array", "items": number, "minItems": 4, "maxItems": 4],
    ]

    private static func words(_ words: [String]) -> JSONValue { ["enum": .list(words.map(JSONValue.text))] }

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

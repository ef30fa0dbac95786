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
        "covered": boxes(areaMembers), "people": boxes(personMembers),
        "endedTracks": .array(of: .wholeNumber), "keptTracks": .array(of: .wholeNumber),
        "successions": .array(
            of: .record(
                ["trackID": .wholeNumber, "previousTrackID": .wholeNumber], required: ["trackID", "previousTrackID"])),
        "missedAreas": .wholeNumber,
    ]

    private static let cropsMembers = ["crops": boxes(cropMembers)]

    private static let number: JSONValue = ["type": "number"]
    private static let text: JSONValue = ["type": "string"]
    private static let box = ["x": number, "y": number, "width": number, "height": number]
    private static let areaMembers: [String: JSONValue] = [
        "score": number, "trackID": .wholeNumber, "cause": .words(RedactedArea.Cause.allCases.map(\.rawValue)),
        "doubt": .words(
            ["weak"] + RedactedArea.Cause.allCases.filter(\.isDoubtful).map(\.rawValue) + [RedactedArea.bodiless]),
    ]
    private static let personMembers: [String: JSONValue] = [
        "score": number, "trackID": .wholeNumber, "doubt": .words(RedactedPerson.Doubt.allCases.map(\.rawValue)),
    ]
    private static let cropMembers: [String: JSONValue] = [
        "score": number, "quality": number, "trackID": .wholeNumber, "timestampInMilliseconds": .wholeNumber,
        "frame": .wholeNumber, "file": text,
        "transform": .array(of: number, count: 4),
    ]

    /// A list of boxes with more members.
    private static func boxes(_ members: [String: JSONValue]) -> JSONValue {
        .array(of: .record(box.merging(members) { $1 }, required: Array(box.keys)))
    }

    private static func document(_ command: String, _ members: [String: JSONValue]) -> JSONValue {
        .document(
            title: command, "One line of JSON output; docs/\(command).md tells more.",
            ["oneOf": [served(members), serviceFailure]])
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

// SPDX-License-Identifier: Apache-2.0
internal import LineamentTools

/// The schemas of redaction plans and of the boxes of other detectors.
extension ResultSchema {
    /// The schema of a plan, as `lineament schema redact-plan` prints it.
    package static let planDocument = JSONValue.document(
        title: "redact --plan", "A plan; docs/redact.md tells more.", plan)

    /// The schema of one line of `lineament redact --areas`.
    package static let boxesDocument = JSONValue.document(
        title: "redact --areas", "One line of JSON; docs/redact.md tells more.",
        [
            "type": "object",
            "properties": .object(
                box.merging([
                    "file": text("The image or video; may be left out if there is one input."),
                    "time": time("The time in a video; the frame that is shown then, and the nearest one count."),
                    "clock": [
                        "enum": .list(GivenBox.Clock.allCases.map { .text($0.rawValue) }),
                        "description": "From where time counts. Absent: the one that all times fit.",
                    ],
                    "frame": ["type": "integer", "minimum": 0], "score": score,
                    "boxes": .array(of: record(box.merging(["score": score]) { $1 }, required: Array(box.keys))),
                ]) { $1 }),
            "oneOf": [["required": ["boxes"]], ["required": .list(box.keys.sorted().map(JSONValue.text))]],
            "additionalProperties": false,
        ])

    /// The schema of a plan.
    package static let plan = record(
        [
            "lineamentPlan": ["type": "integer", "const": .whole(RedactionPlan.version)], "program": ["type": "string"],
            "options": options, "inputs": .array(of: input),
        ], required: ["lineamentPlan", "options", "inputs"])

    private static let options = record(
        [
            "what": .words(RedactorOptions.Subject.allCases.map(\.rawValue)), "how": .words(RedactionMethod.words),
            "minDetectionConfidence": score, "start": time("Where the copy of a video begins."),
            "duration": time("How long it is."), "every": ["type": "integer", "minimum": 1],
        ], required: ["what"])

    private static let input = record(
        [
            "file": text("The name, in a folder with its path there."), "sha256": text("The SHA-256 of the file."),
            "width": size, "height": size, "frames": ["type": "integer", "minimum": 1],
            "duration": time("Of a video."), "look": .array(of: doubt),
            "tracks": .array(of: track), "areas": .array(of: area),
        ], required: ["file", "sha256", "width", "height"])

    private static let track = record(
        [
            "number": ["type": "integer", "minimum": 1], "keep": ["type": "boolean"], "score": score,
            "doubts": .array(of: .words(PlanDoubt.Kind.allCases.map(\.rawValue))),
            "spans": .array(of: area),
            "name": text("What whoever edits the plan calls it; not rendered."),
            "thumbnail": text("A small JPEG image for a person, as a URL of the scheme data; not rendered."),
        ], required: ["number", "spans"])

    private static let area = record(
        [
            "shape": .words(RedactedArea.Shape.allCases.map(\.rawValue)),
            "name": text("What whoever edits the plan calls it; not rendered."),
            "from": time("Absent: from the beginning."), "to": time("Absent: to the end."),
            "keys": [
                "type": "array", "minItems": 1,
                "items": record(
                    box.merging(["at": time("Of a video."), "mask": mask]) { $1 }, required: Array(box.keys)),
            ],
        ], required: ["keys"])

    private static let mask: JSONValue = [
        "type": "string", "pattern": "^[0-9]+x[0-9]+:[-_0-9A-Za-z]+$",
        "description": "What of the box is covered: columns, rows and runs of cells, open and covered in turn.",
    ]

    private static let doubt = record(
        [
            "why": .words(PlanDoubt.Kind.allCases.map(\.rawValue)), "track": ["type": "integer", "minimum": 1],
            "previous": ["type": "integer", "minimum": 1],
            "from": time("In a video."), "to": time("In a video."), "weight": score,
        ], required: ["why"])

    private static let box: [String: JSONValue] = [
        "x": ["type": "number"], "y": ["type": "number"], "width": length, "height": length,
    ]
    private static let length: JSONValue = ["type": "number", "exclusiveMinimum": 0]
    private static let size: JSONValue = ["type": "integer", "minimum": 1]
    private static let score: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]

    private static func time(_ description: String) -> JSONValue {
        ["type": "number", "description": .text(description + " In seconds.")]
    }

    private static func text(_ description: String) -> JSONValue {
        ["type": "string", "description": .text(description)]
    }

    /// An object without other members.
    private static func record(_ members: [String: JSONValue], required: [String]) -> JSONValue {
        [
            "type": "object", "required": .list(required.sorted().map(JSONValue.text)), "properties": .object(members),
            "additionalProperties": false,
        ]
    }
}

internal import LineamentMLKit

/// The shapes of results, for programs that are generated from the description.
extension ServedTask {
    /// The name of the schema of a result, such as "FaceDetectorResult".
    var schemaName: String {
        rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Result"
    }

    /// The schema of a result.
    var resultSchema: JSONValue {
        let head: [String: JSONValue] = [
            "source": ["type": "string", "description": "The name of the file; \"-\" for a body without one."],
            "width": .wholeNumber, "height": .wholeNumber,
            "frame": ["type": "integer", "minimum": 0, "description": "The index of a video's frame."],
            "timestampInMilliseconds": .wholeNumber,
        ]
        let parts = parts
        return [
            "type": "object", "required": .list((["source", "width", "height"] + parts.always).map(JSONValue.text)),
            "properties": .object(head.merging(parts.properties) { $1 }),
        ]
    }

    /// The members beside those that say which image it is, and which of them are always there.
    private var parts: (properties: [String: JSONValue], always: [String]) {
        switch self {
        case .faceDetector: (["detections": .array(of: .detection)], ["detections"])
        case .faceLandmarker:
            (
                [
                    "faceLandmarks": .array(of: .array(of: .point("x", "y", "z"))),
                    "faceBlendshapes": .array(of: .array(of: .category)),
                    "facialTransformationMatrixes": .array(of: .array(of: .array(of: .realNumber))),
                    "faceScores": .array(of: .realNumber), "trackIDs": .array(of: .wholeNumber),
                    "boundingBoxes": .array(of: .point("x", "y", "width", "height")),
                    "headAngles": .array(of: .point("yaw", "pitch", "roll")),
                ], []
            )
        case .poseLandmarker:
            (
                [
                    "landmarks": .array(of: .array(of: .point("x", "y", "z", "visibility", "presence"))),
                    "worldLandmarks": .array(of: .array(of: .point("x", "y", "z", "visibility", "presence"))),
                    "trackIDs": .array(of: .wholeNumber),
                    "boundingBoxes": .array(of: .point("x", "y", "width", "height")),
                ], []
            )
        case .faces: (["faces": .array(of: .attributes)], ["faces"])
        }
    }
}

extension JSONValue {
    /// The schema of a line about an image that failed.
    static let failure: JSONValue = [
        "type": "object", "required": ["source", "error"],
        "properties": ["source": ["type": "string"], "error": ["type": "string"]],
    ]

    fileprivate static let wholeNumber: JSONValue = ["type": "integer"]
    /// A number that is null where it is not finite, as the keypoints of absurd detections are.
    fileprivate static let realNumber: JSONValue = ["type": ["number", "null"]]
    fileprivate static let category: JSONValue = closed(
        ["index": wholeNumber, "score": realNumber, "categoryName": ["type": "string"]], optional: ["categoryName"])
    fileprivate static let detection: JSONValue = closed([
        "boundingBox": closed(["x": wholeNumber, "y": wholeNumber, "width": wholeNumber, "height": wholeNumber]),
        "categories": array(of: category), "keypoints": array(of: point("x", "y")),
    ])

    /// The schema of a face with ML Kit's values, of which those that are unknown are left out.
    fileprivate static let attributes: JSONValue = {
        let values = [
            "headEulerAngleX", "headEulerAngleY", "headEulerAngleZ", "smilingProbability", "leftEyeOpenProbability",
            "rightEyeOpenProbability",
        ]
        var members = Dictionary(uniqueKeysWithValues: values.map { ($0, realNumber) })
        members["trackingID"] = wholeNumber
        let landmarks = FaceLandmarkType.allCases.map { ($0.rawValue, point("x", "y")) }
        members["landmarks"] = closed(Dictionary(landmarks) { $1 }, optional: landmarks.map(\.0))
        let contours = FaceContourType.allCases.filter { $0 != .all }.map { ($0.rawValue, array(of: point("x", "y"))) }
        members["contours"] = closed(Dictionary(contours) { $1 }, optional: contours.map(\.0))
        let optional = Array(members.keys)
        members["frame"] = point("x", "y", "width", "height")
        return closed(members, optional: optional)
    }()

    fileprivate static func array(of items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

    /// The schema of an object of numbers.
    fileprivate static func point(_ names: String...) -> JSONValue {
        closed(Dictionary(names.map { ($0, realNumber) }) { $1 })
    }

    /// The schema of an object that has no other members.
    private static func closed(_ members: [String: JSONValue], optional: [String] = []) -> JSONValue {
        [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "required": .list(members.keys.filter { !optional.contains($0) }.sorted().map(JSONValue.text)),
        ]
    }
}

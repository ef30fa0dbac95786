// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension ResultSchema {
    /// The members that say which image or frame a result belongs to.
    static let head = [
        ResultMember(
            name: "source",
            schema: ["type": "string", "description": "The input as it was named; - for standard input."],
            isRequired: true),
        ResultMember(
            name: "width", schema: .whole("The width of the upright image or frame, in pixels.", from: 1),
            isRequired: true),
        ResultMember(
            name: "height", schema: .whole("The height of the upright image or frame, in pixels.", from: 1),
            isRequired: true),
        ResultMember(
            name: "frame",
            schema: .whole("The index of the frame, counted from 0 at the first frame of the chosen range.", from: 0),
            isRequired: true, isOfFramesOnly: true),
        ResultMember(
            name: "timestampInMilliseconds",
            schema: .whole("The time of the frame since the start of the video, in milliseconds."), isRequired: true,
            isOfFramesOnly: true),
        ResultMember(
            name: "annotated",
            schema: ["type": "string", "description": "The file of the drawing. Only with --annotate."],
            isOfCommandLineOnly: true),
    ]

    /// The members of a result beside ``head``.
    var members: [ResultMember] { task.row.members }

    static let detections = JSONValue.array("The faces.", of: detection)

    /// A face of a face detector.
    private static let detection: JSONValue = {
        let summary = summaries(of: FaceDetectorResult.values)
        let box = JSONValue.closed([
            "x": .whole("The left edge.", from: 0), "y": .whole("The top edge.", from: 0),
            "width": .whole("The width.", from: 0), "height": .whole("The height.", from: 0),
        ])
        let category = JSONValue.closed(
            [
                "index": .whole("Always 0.", from: 0), "score": .fraction("The score of the face."),
                "categoryName": ["type": "string", "description": "Not written for faces."],
            ], optional: ["categoryName"])
        return .closed([
            "boundingBox": box.described(summary("boundingBox")),
            "categories": .array("One category with the score of the face.", of: category, count: 1),
            "keypoints": .array(
                summary("keypoints"), of: .numbers("x", "y"), count: FaceKeypoint.allCases.count),
        ])
    }()

    /// Returns the texts of a table's values by their keys.
    private static func summaries<Output, Subject>(
        of values: [ResultValue<Output, Subject>]
    ) -> (String) -> JSONValue {
        { key in .text(values.first { $0.description.key == key }?.description.summary ?? "") }
    }

    /// Returns the members of a landmarker's result: each is a list of a value of all faces or people.
    static func members<Output, Subject>(of values: [ResultValue<Output, Subject>]) -> [ResultMember] {
        let values = values.map(\.description)
        // All points of the same subject have these, those in meters as well, as in MediaPipe.
        let others = values.filter { $0.points != nil }
        return values.filter { $0.points == nil }.compactMap { value in
            value.key.map {
                ResultMember(name: $0, schema: .array(.text(value.summary), of: JSONValue(value, with: others)))
            }
        }
    }

    static let maskFiles = ResultMember(
        name: "segmentationMasks",
        schema: .array(
            "The file of each person's mask. Only with --output-segmentation-masks.",
            of: ["type": "string", "description": "A path relative to the folder of the masks."]),
        isOfCommandLineOnly: true)

    /// MediaPipe's categories, where tables have a number.
    static let handedness = ResultMember(
        name: "handedness",
        schema: .array(
            "Whether each hand is a left or a right one, the person's own unless the image is mirrored.",
            of: .closed([
                "index": .whole("0 for Right, 1 for Left.", from: 0),
                "score": .fraction("The probability."),
                "categoryName": ["type": "string", "enum": ["Left", "Right"]],
            ])))

    static let detectedFaces = ResultMember(
        name: "detectedFaces",
        schema: .whole(
            "The number of faces that were detected, if the landmark model did not confirm all of them.", from: 1))

    static let facesWithoutLandmarks = ResultMember(
        name: "facesWithoutLandmarks",
        schema: .array("The detected faces that have no landmarks, if there are any.", of: detection))

    static func trackIDs(_ subject: String) -> ResultMember {
        ResultMember(
            name: "trackIDs",
            schema: .array(
                .text("The number of each \(subject), the same in all frames of a video."),
                of: .whole("The number.", from: 1)),
            isOfFramesOnly: true)
    }

    /// The faces of a face analyzer, under ML Kit's names; values that are unknown are left out.
    static let faceAttributes: JSONValue = {
        let point = JSONValue.numbers("x", "y")
        let summary = summaries(of: FaceAnalyzerResult.values)
        let landmarks = FacialPoint.allCases.map { ($0.rawValue, point) }
        let contours = FacialContour.allCases.map { ($0.rawValue, JSONValue.array(of: point)) }
        let numbers = FaceAnalyzerResult.values.flatMap { JSONValue.members($0.description.shape) }
        let known: [String: JSONValue] = [
            "trackingID": .whole("The number of the face, the same in all frames of a video.", from: 1),
            "landmarks": .closed(Dictionary(landmarks) { $1 }, optional: landmarks.map(\.0))
                .described(summary("landmarks")),
            "contours": .closed(Dictionary(contours) { $1 }, optional: contours.map(\.0))
                .described(summary("contours")),
        ].merging(numbers) { $1 }
        let frame = JSONValue.numbers("x", "y", "width", "height").described(summary("frame"))
        return .array(
            "The faces.", of: .closed(known.merging(["frame": frame]) { $1 }, optional: Array(known.keys)))
    }()
}

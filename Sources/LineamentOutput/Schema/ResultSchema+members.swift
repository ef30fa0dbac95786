internal import Lineament
internal import LineamentMLKit

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
    var members: [ResultMember] {
        switch task {
        case .faceDetector: [ResultMember(name: "detections", schema: Self.detections, isRequired: true)]
        case .faceLandmarker: Self.faceLandmarkerMembers
        case .poseLandmarker: Self.poseLandmarkerMembers
        case .faces: [ResultMember(name: "faces", schema: Self.faceAttributes, isRequired: true)]
        }
    }

    private static let detections: JSONValue = .array(
        "The faces.",
        of: .closed([
            "boundingBox": .closed([
                "x": .whole("The left edge.", from: 0), "y": .whole("The top edge.", from: 0),
                "width": .whole("The width.", from: 0), "height": .whole("The height.", from: 0),
            ]).described("The box around the face, in whole pixels."),
            "categories": .array(
                "One category with the score of the face.",
                of: .closed(
                    [
                        "index": .whole("Always 0.", from: 0), "score": .fraction("The score of the face."),
                        "categoryName": ["type": "string", "description": "Not written for faces."],
                    ], optional: ["categoryName"]), count: 1),
            "keypoints": .array(
                "Right eye, left eye, nose tip, mouth, right ear, left ear, as fractions of width and height.",
                of: .numbers("x", "y"), count: 6),
        ]))

    private static let faceLandmarkerMembers = [
        ResultMember(
            name: "faceLandmarks",
            schema: .array(
                .text(
                    "The \(FaceMeshLandmark.count) landmarks of each face: "
                        + "x and y in fractions of width and height, z on the scale of x."),
                of: .array(of: .numbers("x", "y", "z"), count: FaceMeshLandmark.count))),
        ResultMember(
            name: "faceBlendshapes",
            schema: .array(
                .text("The \(Blendshape.allCases.count) blendshapes of each face. Only on request."),
                of: .array(
                    of: .closed(
                        [
                            "index": .whole(
                                .text("The index of the blendshape, 0 to \(Blendshape.allCases.count - 1)."), from: 0),
                            "score": .fraction("How far the face has that expression."),
                            "categoryName": [
                                "type": "string", "description": "The name of the blendshape.",
                                "enum": .list(FaceLandmarker.blendshapeNames.map(JSONValue.text)),
                            ],
                        ], optional: ["categoryName"]), count: Blendshape.allCases.count))),
        ResultMember(
            name: "facialTransformationMatrixes",
            schema: .array(
                "The pose of each head: four rows that take the canonical face, in cm, to the camera's space.",
                of: .array(of: .array(of: .realNumber, count: 4), count: 4))),
        ResultMember(
            name: "faceScores",
            schema: .array(
                "The landmark model's score for each face.",
                of: .fraction("How surely there is a face; null if unknown."))),
        trackIDs("face"),
        ResultMember(
            name: "boundingBoxes", schema: boxes("The smallest box around the landmarks of each face, in pixels.")),
        ResultMember(
            name: "headAngles",
            schema: .array(
                "The angles of each head, in degrees.",
                of: .closed([
                    "yaw": .real("Positive toward the right edge of the image.", from: -180, to: 180),
                    "pitch": .real("Positive for looking up.", from: -90, to: 90),
                    "roll": .real("Positive for a head turned counterclockwise.", from: -180, to: 180),
                ]))),
    ]

    private static let poseLandmarkerMembers = [
        ResultMember(
            name: "landmarks",
            schema: .array(
                .text(
                    "The \(PoseLandmark.allCases.count) landmarks of each person: "
                        + "x and y in fractions of width and height, z on the scale of x."),
                of: .array(of: joint, count: PoseLandmark.allCases.count))),
        ResultMember(
            name: "worldLandmarks",
            schema: .array(
                "The same landmarks in meters from the center of the hips: x right, y down, z away from the camera.",
                of: .array(of: joint, count: PoseLandmark.allCases.count))),
        ResultMember(
            name: "segmentationMasks",
            schema: .array(
                "The file of each person's mask. Only with --output-segmentation-masks.",
                of: ["type": "string", "description": "A path relative to the folder of the masks."]),
            isOfCommandLineOnly: true),
        trackIDs("person"),
        ResultMember(
            name: "boundingBoxes", schema: boxes("The smallest box around the landmarks of each person, in pixels.")),
    ]

    private static let joint = JSONValue.closed([
        "x": .realNumber, "y": .realNumber, "z": .realNumber,
        "visibility": .fraction("How likely the point is in the image and not hidden."),
        "presence": .fraction("How likely the point is in the image."),
    ])

    private static func trackIDs(_ subject: String) -> ResultMember {
        ResultMember(
            name: "trackIDs",
            schema: .array(
                .text("The number of each \(subject), the same in all frames of a video."),
                of: .whole("The number.", from: 1)),
            isOfFramesOnly: true)
    }

    private static func boxes(_ description: JSONValue) -> JSONValue {
        .array(description, of: .numbers("x", "y", "width", "height"))
    }

    /// The faces of ML Kit's dialect; values that are unknown are left out.
    private static let faceAttributes: JSONValue = {
        let point = JSONValue.numbers("x", "y")
        let landmarks = FaceLandmarkType.allCases.map { ($0.rawValue, point) }
        let contours = FaceContourType.allCases.filter { $0 != .all }.map { ($0.rawValue, JSONValue.array(of: point)) }
        let known: [String: JSONValue] = [
            "trackingID": .whole("The number of the face, the same in all frames of a video.", from: 1),
            "headEulerAngleX": .real("In degrees; positive for looking up.", from: -180, to: 180),
            "headEulerAngleY": .real("In degrees; positive toward the right of the image.", from: -180, to: 180),
            "headEulerAngleZ": .real("In degrees; positive counterclockwise.", from: -180, to: 180),
            "smilingProbability": .fraction("The probability of a smile."),
            "leftEyeOpenProbability": .fraction("The probability that the subject's left eye is open."),
            "rightEyeOpenProbability": .fraction("The probability that the subject's right eye is open."),
            "landmarks": .closed(Dictionary(landmarks) { $1 }, optional: landmarks.map(\.0))
                .described("The landmarks that are visible, in pixels."),
            "contours": .closed(Dictionary(contours) { $1 }, optional: contours.map(\.0))
                .described("The contours of the largest face, in pixels."),
        ]
        let frame = JSONValue.numbers("x", "y", "width", "height").described("The box around the face, in pixels.")
        return .array(
            "The faces.", of: .closed(known.merging(["frame": frame]) { $1 }, optional: Array(known.keys)))
    }()
}

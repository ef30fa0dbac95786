internal import Lineament
internal import LineamentOutput

/// A task that the service offers; the raw value is the last part of its path.
package enum ServedTask: String, CaseIterable, Sendable {
    case faceDetector = "face-detector"
    case faceLandmarker = "face-landmarker"
    case poseLandmarker = "pose-landmarker"
    case faces

    /// Finds a task by its name.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    init(named name: String) throws {
        guard let task = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw LineamentError(.invalidArgument, "There is no task \(name). The tasks: \(names).")
        }
        self = task
    }

    /// What the task does, in one sentence.
    package var summary: String {
        switch self {
        case .faceDetector: "Detects faces: a box, a score and six keypoints each."
        case .faceLandmarker:
            "Locates \(FaceMeshLandmark.count) landmarks on each face, and optionally computes blendshapes and head pose."
        case .poseLandmarker:
            "Locates \(PoseLandmark.allCases.count) landmarks on each person, in the image and in meters."
        case .faces: "Detects faces and reports ML Kit's values for each."
        }
    }

    /// The options of the task for one medium.
    package func parameters(for medium: TaskParameter.Medium) -> [TaskParameter] {
        parameters.filter { $0.media.contains(medium) }
    }

    /// The options of the task; the defaults are those of the command line.
    package var parameters: [TaskParameter] { ownParameters + [.labels, .start, .duration, .every] }

    private var ownParameters: [TaskParameter] {
        switch self {
        case .faceDetector:
            [
                .score("minDetectionConfidence", "Minimum score of a face."),
                TaskParameter(
                    name: "minSuppressionThreshold", values: .number(0...1),
                    defaultValue: "\(FaceDetectorOptions().minSuppressionThreshold)",
                    summary: "Overlap above which two boxes are merged into one face."),
                .range, .searchedPixels,
            ]
        case .faceLandmarker:
            [
                .limit("numFaces", "Maximum number of faces."),
                .score("minFaceDetectionConfidence", "Minimum score of a detected face."),
                .score("minFacePresenceConfidence", "Minimum score of the landmark model for the presence of a face."),
                .tracking, .smoothing,
                .flag(
                    "outputFaceBlendshapes",
                    "Whether to output the scores of \(Blendshape.allCases.count) blendshapes."),
                .flag("outputFacialTransformationMatrixes", "Whether to output the head pose as a 4x4 matrix."),
                .fields(FaceLandmarkerField.self), .range, .searchedPixels,
            ]
        case .poseLandmarker:
            [
                .limit("numPoses", "Maximum number of people."),
                .score("minPoseDetectionConfidence", "Minimum score of a detected person."),
                .score(
                    "minPosePresenceConfidence", "Minimum score of the landmark model for the presence of a person."),
                .tracking, .smoothing,
                TaskParameter(
                    name: "separation", values: .choice(["distinct", "mediapipe"]), defaultValue: "distinct",
                    summary: "Handling of several people: each body detected once, or as MediaPipe does."),
                .flag("worldView", "Whether to draw the world landmarks beside the image.", media: [.image]),
                .flag(
                    "outputSegmentationMasks", "Whether to send a mask of each person after the result.",
                    media: [.live]),
                // Masks are no part of an answer; live sessions send them as messages.
                .fields(PoseLandmarkerField.self, without: [.segmentationMasks]),
            ]
        case .faces:
            [
                .range,
                .mode("landmarkMode", "Ten landmarks per face."), .mode("contourMode", "Contours of the largest face."),
                .mode("classificationMode", "Classification of smiles and open eyes."),
                TaskParameter(
                    name: "minFaceSize", values: .number(0...1), defaultValue: "0",
                    summary: "Minimum width of a face, as a fraction of the image width."),
            ]
        }
    }
}

extension TaskParameter {
    fileprivate static let range = TaskParameter(
        name: "range", values: .choice(["auto", "short", "full"]), defaultValue: "auto",
        summary: "Detection range: all faces, those within about 2 m of a phone's camera, or within about 5 m.")
    fileprivate static let searchedPixels = TaskParameter(
        name: "maxSearchedPixels", values: .count(1...1_000_000_000),
        defaultValue: "\(FaceDetectorOptions().maxSearchedPixels)",
        summary: "Maximum number of pixels that the range auto searches, over all scales.")
    fileprivate static let labels = TaskParameter(
        name: "labels", values: .choice(["none", "auto", "all"]), defaultValue: "auto",
        summary:
            "Labels in drawings; auto: on subjects of at least 60 pixels, where they cover no face and no other label.",
        media: [.image])
    fileprivate static let tracking = TaskParameter(
        name: "minTrackingConfidence", values: .number(0...1), defaultValue: "0.5",
        summary: "Minimum overlap at which a tracked and a detected subject are the same.", media: [.video, .live])
    fileprivate static let smoothing = TaskParameter(
        name: "smoothing", values: .choice(["everyone", "mediapipe", "none"]), defaultValue: "everyone",
        summary: "Whose landmarks are smoothed from frame to frame; mediapipe: only if the limit is one subject.",
        media: [.video, .live])
    fileprivate static let start = TaskParameter(
        name: "start", values: .number(0...1e9), defaultValue: "0",
        summary: "Time to skip at the beginning of a video, in seconds.", media: [.video])
    fileprivate static let duration = TaskParameter(
        name: "duration", values: .number(0.001...1e9), defaultValue: "",
        summary: "Duration of a video to process, in seconds; all of it by default.", media: [.video])
    fileprivate static let every = TaskParameter(
        name: "every", values: .count(1...1_000_000_000), defaultValue: "1",
        summary: "Process only every n-th frame of a video.", media: [.video])

    fileprivate static func score(_ name: String, _ summary: String) -> TaskParameter {
        TaskParameter(name: name, values: .number(0...1), defaultValue: "0.5", summary: summary)
    }

    fileprivate static func limit(_ name: String, _ summary: String) -> TaskParameter {
        TaskParameter(name: name, values: .limit, defaultValue: "all", summary: summary)
    }

    fileprivate static func flag(
        _ name: String, _ summary: String, media: Set<Medium> = Set(Medium.allCases)
    ) -> TaskParameter {
        TaskParameter(name: name, values: .flag, defaultValue: "false", summary: summary, media: media)
    }

    fileprivate static func mode(_ name: String, _ summary: String) -> TaskParameter {
        TaskParameter(name: name, values: .choice(["all", "none"]), defaultValue: "all", summary: summary)
    }

    fileprivate static func fields<Field: ResultField>(
        _: Field.Type, without omitted: Set<Field> = []
    ) -> TaskParameter {
        let choices = Field.allCases.filter { !omitted.contains($0) }.map(\.rawValue)
        return TaskParameter(
            name: "fields", values: .list(choices), defaultValue: "",
            summary: "The parts of each result to write.")
    }
}

package import Lineament

/// The texts of the task in the front doors.
extension FaceDetectorOutput {
    package static let command = CommandTexts(
        abstract: "Detect faces, each with a box, a score and six keypoints.",
        discussion: """
            Boxes are in pixels and keypoints in fractions of width and height, both of the upright image. \
            Keypoints: right eye, left eye, nose tip, mouth, right ear, left ear (the subject's right and left).

            Examples:
              lineament face-detector photos/*.jpg --format csv --output faces.csv
              lineament face-detector group.jpg --annotate drawn.jpg
            """,
        model: "Model file (.tflite). Default: the installed model for --range.")

    package static var members: [ResultMember] {
        [ResultMember(name: "detections", schema: ResultSchema.detections, isRequired: true)]
    }

    package static func speedHint(_ options: FaceDetectorOptions) -> String? {
        options.range.speedHint
    }
}

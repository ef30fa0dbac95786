package import Lineament

/// The texts of the task in the front doors.
extension FaceAnalyzerOutput {
    package static let command = CommandTexts(
        abstract:
            "Detect faces and report ML Kit's values for each: box, angles, smile, open eyes, landmarks, contours.",
        discussion: """
            Boxes and points are in pixels of the upright image. Angles are in degrees: X is positive for looking up, Y \
            for looking toward the image's right, Z for a head rotated counterclockwise. Left and right are the \
            subject's. Only the largest face has contours. Values that cannot be determined are omitted. In videos each \
            face has a trackingID.

            Examples:
              lineament faces party.jpg --annotate drawn.jpg
              lineament faces clip.mp4 --format csv --output faces.csv
            """)

    package static var members: [ResultMember] {
        [ResultMember(name: "faces", schema: ResultSchema.faceAttributes, isRequired: true)]
    }

    package static func speedHint(_ options: FaceAnalyzerOptions) -> String? {
        options.range.speedHint
    }
}

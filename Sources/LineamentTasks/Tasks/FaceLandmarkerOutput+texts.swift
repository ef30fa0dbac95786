package import Lineament

/// The texts of the task in the front doors.
extension FaceLandmarkerOutput {
    package static let command = CommandTexts(
        abstract: "Locate 478 landmarks on each face, and optionally its expression and head pose.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x, where \
            smaller is nearer. The 4x4 matrix, in row-major order, transforms the canonical face, in centimeters, to camera \
            space. In videos each face has an ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament face-landmarker portrait.jpg --output-face-blendshapes > a.json
              lineament face-landmarker clip.mp4 --annotate drawn.mp4 > clip.jsonl
            """,
        model: "Model bundle (.task). Default: the installed face_landmarker.task.")

    package static let answerOptions: [AnswerOption] = [
        .fields(
            FaceLandmarkerField.allCases.map(\.rawValue),
            help: """
                Parts of each result to write to JSON or CSV, separated by commas. Default: faceLandmarks, trackIDs \
                (videos), faceScores, detectedFaces and facesWithoutLandmarks (JSON), and what the --output-face-... options add. Naming faceBlendshapes, \
                facialTransformationMatrixes or headAngles computes them without those options. boundingBoxes are in \
                pixels, headAngles in degrees. CSV always has the track ID.
                """)
    ]

    package static var members: [ResultMember] {
        ResultSchema.members(of: FaceLandmarkerResult.values)
            + [ResultSchema.trackIDs("face"), ResultSchema.detectedFaces, ResultSchema.facesWithoutLandmarks]
    }

    package static func speedHint(_ options: FaceLandmarkerOptions) -> String? {
        options.range.speedHint
    }
}

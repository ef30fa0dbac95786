package import Lineament

/// The texts of the task in the front doors.
extension PoseLandmarkerOutput {
    package static let command = CommandTexts(
        abstract: "Locate 33 landmarks on each person, in the image and in meters, and optionally a mask.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x. World \
            landmarks are in meters from the midpoint of the hips: x to the right, y down, and z away from the camera. In \
            videos each person has an ID in trackIDs that stays the same from frame to frame.

            --model lite is faster, heavy is more accurate. Download them with lineament models fetch pose-lite \
            pose-heavy.

            Examples:
              lineament pose-landmarker people.jpg --annotate drawn.jpg --world-view
              lineament pose-landmarker clip.mp4 --output-segmentation-masks masks
              lineament pose-landmarker camera:/dev/video0 --model lite
            """,
        model: "lite, full, heavy, or a model bundle (.task). Default: full.")

    package static let answerOptions: [AnswerOption] = [
        .masks,
        .background,
        .fields(
            PoseLandmarkerField.allCases.map(\.rawValue), commandLineOnly: ["segmentationMasks"],
            help: """
                Parts of each result to write to JSON or CSV, separated by commas. Default: landmarks, worldLandmarks, \
                trackIDs (videos), and segmentationMasks, which needs --output-segmentation-masks. boundingBoxes are in \
                pixels. CSV always has the track ID.
                """),
        .worldView,
    ]

    package static var members: [ResultMember] {
        ResultSchema.members(of: PoseLandmarkerResult.values)
            + [ResultSchema.trackIDs("person"), ResultSchema.maskFiles]
    }

    package static func speedHint(_ options: PoseLandmarkerOptions) -> String? {
        options.separation.speedHint
    }
}

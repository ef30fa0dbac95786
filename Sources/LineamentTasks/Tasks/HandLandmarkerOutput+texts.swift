package import Lineament

/// The texts of the task in the front doors.
extension HandLandmarkerOutput {
    package static let command = CommandTexts(
        abstract: "Locate 21 landmarks on each hand, in the image and in meters, and tell left from right.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth relative to the wrist, on the \
            scale of x. World landmarks are in meters from the center of the hand: x to the right, y down, and z away from the \
            camera. handedness is left or right from the person's point of view; it is swapped if the image is mirrored, as \
            selfies often are. In videos each hand has an ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament hand-landmarker hands.jpg --annotate drawn.jpg
              lineament hand-landmarker clip.mp4 --num-hands 2 --range short > clip.jsonl
            """,
        model: "Model bundle (.task). Default: the installed hand_landmarker.task.")

    package static let answerOptions: [AnswerOption] = [
        .fields(
            HandLandmarkerField.allCases.map(\.rawValue),
            help: """
                Parts of each result to write to JSON or CSV, separated by commas. Default: handedness, landmarks, \
                worldLandmarks, trackIDs (videos), and handScores and personIDs (JSON). boundingBoxes are in pixels. CSV always has the track \
                ID.
                """)
    ]

    package static var members: [ResultMember] {
        ResultSchema.members(of: HandLandmarkerResult.values).filter { $0.name != ResultSchema.handedness.name }
            + [ResultSchema.handedness, ResultSchema.trackIDs("hand")]
    }

    package static func speedHint(_ options: HandLandmarkerOptions) -> String? {
        options.range.speedHint
    }
}

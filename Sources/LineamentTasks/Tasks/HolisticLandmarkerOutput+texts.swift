package import Lineament

/// The texts of the task in the front doors.
extension HolisticLandmarkerOutput {
    package static let command = CommandTexts(
        abstract: "Locate the landmarks of each person's body, face and hands.",
        discussion: """
            Locates 33 landmarks of the body, 478 of the face and 21 of each hand. The hand at the left wrist is the left hand. \
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x. World \
            landmarks are in meters from the midpoint of the hips: x to the right, y down, and z away from the camera. Each list \
            has an element for each person, which is empty where a face or hand was not found. In videos each person has an \
            ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament holistic-landmarker people.jpg --annotate drawn.jpg
              lineament holistic-landmarker clip.mp4 --num-people 1 --output-face-blendshapes > clip.jsonl
            """,
        model: "Model bundle (.task). Default: the installed holistic_landmarker.task.")

    package static let answerOptions: [AnswerOption] = [
        .masks,
        .background,
        .fields(
            HolisticLandmarkerField.allCases.map(\.rawValue), commandLineOnly: ["segmentationMasks"],
            help: """
                Parts of each result to write to JSON or CSV, separated by commas. Default: all but boundingBoxes, with trackIDs \
                in videos, faceBlendshapes with --output-face-blendshapes, and segmentationMasks with \
                --output-segmentation-masks. Naming faceBlendshapes also computes them. boundingBoxes are in pixels. CSV always \
                has the track ID.
                """),
    ]

    package static var members: [ResultMember] {
        ResultSchema.members(of: HolisticLandmarkerResult.values)
            + [ResultSchema.trackIDs("person"), ResultSchema.maskFiles]
    }

    package static func speedHint(_ options: HolisticLandmarkerOptions) -> String? {
        options.numPeople == 1 ? nil : "look for one person only with --num-people 1"
    }
}

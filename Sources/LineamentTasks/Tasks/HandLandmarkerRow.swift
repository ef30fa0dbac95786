// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentRender

/// The texts and the output of hand landmarker results.
package enum HandLandmarkerRow: TaskRow {
    package typealias Task = HandLandmarker

    /// The parts of a result.
    package enum Field: String, ResultField {
        case handedness, landmarks, worldLandmarks, trackIDs, handScores, personIDs
        // Derived from the landmarks, and written only if asked for.
        case boundingBoxes
    }

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
        model: "Model bundle (.task). Default: the installed hand_landmarker.task.",
        relatedWords: ["finger", "fingers", "hand", "hands", "palm", "palms"])

    package static let answerOptions: [AnswerOption] = [
        .fields(
            Field.allCases.map(\.rawValue),
            help: """
                Parts of each result to write to JSON or CSV, separated by commas. Default: handedness, landmarks, \
                worldLandmarks, trackIDs (videos), and handScores and personIDs (JSON). boundingBoxes are in pixels. CSV \
                always has the track ID.
                """)
    ]

    package static var members: [ResultMember] {
        ResultSchema.members(of: HandLandmarkerResult.values).filter { $0.name != ResultSchema.handedness.name }
            + [ResultSchema.handedness, ResultSchema.trackIDs("hand")]
    }

    package static func speedHint(_ options: HandLandmarkerOptions) -> String? { options.range.speedHint }

    package static func usualColumns(_ options: HandLandmarkerOptions) -> Set<Field> {
        [.handedness, .landmarks, .worldLandmarks]
    }

    package static let subject = Subject.hand
    package static let subjectColumns = ["hand", "track"]

    package static func overlay(_ result: HandLandmarkerResult, labels: LabelMode) -> any Overlay {
        HandOverlay(result, labels: labels)
    }

    package static func box(of hand: HandLandmarkerResult.Hand, in size: CGSize) -> CGRect {
        hand.landmarks.boundingBox(in: size) ?? .null
    }

    package static func details(of hand: HandLandmarkerResult.Hand) -> [String] {
        let side = String(format: "%@ %.2f", hand.handedness.categoryName ?? "", hand.handedness.score)
        return [side + (hand.personID.map { " of person \($0)" } ?? "")]
    }
}

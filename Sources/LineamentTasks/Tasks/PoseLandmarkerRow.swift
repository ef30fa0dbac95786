// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentRender

/// The texts and the output of pose landmarker results.
package enum PoseLandmarkerRow: TaskRow {
    package typealias Task = PoseLandmarker

    /// The parts of a result.
    package enum Field: String, ResultField {
        case landmarks, worldLandmarks, segmentationMasks, trackIDs
        // Derived from the landmarks, and written only if asked for.
        case boundingBoxes
    }

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
        model: "lite, full, heavy, or a model bundle (.task). Default: full.",
        relatedWords: [
            "blazepose", "bodies", "body", "background", "people", "person", "pose", "poses", "segment", "segmentation",
            "skeleton",
        ])

    package static let answerOptions: [AnswerOption] = [
        .masks,
        .background,
        .fields(
            Field.allCases.map(\.rawValue), commandLineOnly: ["segmentationMasks"],
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

    package static func speedHint(_ options: PoseLandmarkerOptions) -> String? { options.separation.speedHint }

    package static func require(_ choices: AnswerChoices, of options: PoseLandmarkerOptions) {
        if choices.needsMasks { options.shouldOutputSegmentationMasks = true }
    }

    package static let subject = Subject.person
    package static let subjectColumns = ["pose", "track"]

    package static func masks(_ result: PoseLandmarkerResult) -> [Mask] { result.segmentationMasks }

    package static func overlay(_ result: PoseLandmarkerResult, labels: LabelMode) -> any Overlay {
        PoseOverlay(result, labels: labels)
    }

    package static func worldView(_ result: PoseLandmarkerResult) -> (any Overlay)? { WorldLandmarksOverlay(result) }

    package static func box(of pose: PoseLandmarkerResult.Pose, in size: CGSize) -> CGRect {
        pose.landmarks.boundingBox(in: size) ?? .null
    }

    package static func details(of pose: PoseLandmarkerResult.Pose) -> [String] {
        let seen = pose.landmarks.count { ($0.visibility?.floatValue ?? 0) >= 0.5 }
        return ["\(seen) of \(PoseLandmark.allCases.count) landmarks visible"]
    }

    package static func writeMembers(_ result: PoseLandmarkerResult, _ head: ResultHead, to json: inout JSONText) {
        result.writeMembers(to: &json, maskFiles: head.maskFiles)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentRender

/// The texts and the output of holistic landmarker results.
package enum HolisticLandmarkerRow: TaskRow {
    package typealias Task = HolisticLandmarker

    /// The parts of a result.
    package enum Field: String, ResultField {
        case poseLandmarks, poseWorldLandmarks, faceLandmarks, faceBlendshapes
        case leftHandLandmarks, leftHandWorldLandmarks, rightHandLandmarks, rightHandWorldLandmarks
        case segmentationMasks, trackIDs
        // Derived from the landmarks of the body, and written only if asked for.
        case boundingBoxes
    }

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
              lineament holistic-landmarker clip.mp4 --num-people 1 > clip.jsonl
            """,
        model: "Model bundle (.task). Default: the installed holistic_landmarker.task.",
        relatedWords: ["holistic", "whole-body", "wholebody"])

    package static let answerOptions: [AnswerOption] = [
        .masks,
        .background,
        .fields(
            Field.allCases.map(\.rawValue), commandLineOnly: ["segmentationMasks"],
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

    package static func usualColumns(_ options: HolisticLandmarkerOptions) -> Set<Field> {
        partsBesideBoxes.subtracting(options.outputFaceBlendshapes ? [] : [.faceBlendshapes])
    }

    package static func require(_ choices: AnswerChoices, of options: HolisticLandmarkerOptions) {
        if choices.needsMasks { options.outputPoseSegmentationMasks = true }
        if choices.names(Field.faceBlendshapes) { options.outputFaceBlendshapes = true }
    }

    package static let subject = Subject.person
    package static let subjectColumns = ["person", "track"]

    package static func masks(_ result: HolisticLandmarkerResult) -> [Mask] { result.segmentationMasks }

    package static func overlay(_ result: HolisticLandmarkerResult, labels: LabelMode) -> any Overlay {
        HolisticOverlay(result, labels: labels)
    }

    package static func box(of person: HolisticLandmarkerResult.Person, in size: CGSize) -> CGRect {
        person.landmarks.boundingBox(in: size) ?? .null
    }

    package static func details(of person: HolisticLandmarkerResult.Person) -> [String] {
        let parts = [
            (person.face != nil, "face"), (person.leftHand != nil, "left hand"),
            (person.rightHand != nil, "right hand"),
        ].filter(\.0).map(\.1)
        return [parts.isEmpty ? "body only" : "with " + parts.joined(separator: ", ")]
    }

    package static func writeMembers(_ result: HolisticLandmarkerResult, _ head: ResultHead, to json: inout JSONText) {
        result.writeMembers(to: &json, maskFiles: head.maskFiles)
    }
}

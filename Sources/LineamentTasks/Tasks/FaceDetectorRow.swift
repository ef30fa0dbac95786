// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentRender

/// The texts and the output of face detector results.
package enum FaceDetectorRow: TaskRow {
    package typealias Task = FaceDetector

    package static let command = CommandTexts(
        abstract: "Detect faces, each with a box, a score and six keypoints.",
        discussion: """
            Boxes are in pixels and keypoints in fractions of width and height, both of the upright image. \
            Keypoints: right eye, left eye, nose tip, mouth, right ear, left ear (the subject's right and left).

            Examples:
              lineament face-detector photos/*.jpg --format csv --output faces.csv
              lineament face-detector group.jpg --annotate drawn.jpg
            """,
        model: "Model file (.tflite). Default: the installed model for --range.",
        relatedWords: ["box", "boxes", "count", "detect", "detection", "detector", "find", "face-detection"])

    package static var members: [ResultMember] {
        [ResultMember(name: "detections", schema: ResultSchema.detections, isRequired: true)]
    }

    package static func speedHint(_ options: FaceDetectorOptions) -> String? { options.range.speedHint }

    package static let subject = Subject.face
    package static let subjectColumns = ["face"]

    package static func columns(_ choices: AnswerChoices, _ options: FaceDetectorOptions) -> [Value] {
        // The box comes before the score.
        [ResultArray.boxes, .scores, .landmarks].compactMap { array in
            FaceDetectorResult.values.first { $0.description.array == array }
        }
    }

    package static func overlay(_ result: FaceDetectorResult, labels: LabelMode) -> any Overlay {
        FaceDetectionOverlay(result, labels: labels)
    }

    package static func box(of face: Detection, in size: CGSize) -> CGRect { face.boundingBox }

    package static func details(of face: Detection) -> [String] { [String(format: "score %.2f", face.score)] }
}

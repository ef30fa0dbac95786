// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentRender

/// The texts and the output of a face analyzer's results, with ML Kit's names.
package enum FaceAnalyzerRow: TaskRow {
    package typealias Task = FaceAnalyzer

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
            """,
        relatedWords: ["attributes", "contours", "expressions", "eyes", "mlkit", "smile", "smiling"])

    package static var members: [ResultMember] {
        [ResultMember(name: "faces", schema: ResultSchema.faceAttributes, isRequired: true)]
    }

    package static func speedHint(_ options: FaceAnalyzerOptions) -> String? { options.range.speedHint }

    package static let subject = Subject.face
    package static let subjectColumns = ["face", "trackingID"]

    package static func columns(_ choices: AnswerChoices, _ options: FaceAnalyzerOptions) -> [Value] {
        FaceAnalyzerResult.values
    }

    package static func overlay(_ result: FaceAnalyzerResult, labels: LabelMode) -> any Overlay {
        FaceContourOverlay(result, labels: labels)
    }

    package static func box(of face: FaceAnalyzerResult.Face, in size: CGSize) -> CGRect { face.boundingBox }

    package static func details(of face: FaceAnalyzerResult.Face) -> [String] { face.labelLines }
}

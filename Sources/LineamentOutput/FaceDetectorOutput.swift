internal import Foundation
package import Lineament
package import LineamentRender

/// The output of face detector results.
package struct FaceDetectorOutput: ResultOutput {
    package let subject = Subject.face
    package let csvColumns =
        ResultHead.csvColumns + ["face"] + CSV.boxColumns + ["score"]
        + ["right_eye", "left_eye", "nose_tip", "mouth", "right_ear", "left_ear"].flatMap { ["\($0)_x", "\($0)_y"] }

    package init() {}

    package func count(_ result: FaceDetectorResult) -> Int { result.detections.count }

    package func overlay(_ result: FaceDetectorResult, labels: LabelMode) -> any Overlay {
        FaceDetectionOverlay(result, labels: labels)
    }

    package func text(_ result: FaceDetectorResult, _ head: ResultHead) -> String {
        let details = result.detections.enumerated().map { index, detection in
            let place = TextOutput.box(detection.boundingBox)
            return String(
                format: "%@ at %@, score %.2f", TextOutput.number(index, trackID: nil), place, detection.score)
        }
        return TextOutput.lines(head, .face, details)
    }

    package func json(_ result: FaceDetectorResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            result.writeMembers(to: &json)
        }
    }

    package func csv(_ result: FaceDetectorResult, _ head: ResultHead) -> String {
        result.detections.enumerated().map { index, detection in
            let box = detection.boundingBox
            let place = head.csvFields + ["\(index)"]
            let sides = [box.minX, box.minY, box.width, box.height].map { "\(Int($0))" }
            let keypoints = (detection.keypoints ?? []).flatMap {
                [CSV.number(Float($0.location.x)), CSV.number(Float($0.location.y))]
            }
            return CSV.line(place + sides + [CSV.number(detection.score)] + keypoints, columns: csvColumns)
        }.joined()
    }
}

internal import Foundation
package import Lineament
package import LineamentRender

/// The output of face detector results.
package struct FaceDetectorOutput: TaskOutput {
    package typealias Task = FaceDetector

    package let subject = Subject.face
    package var csvColumns: [String] { ResultHead.csvColumns + ["face"] + Self.columns.names }

    /// In CSV, the box comes before the score.
    private static let columns = ValueColumns([.boxes, .scores, .landmarks].compactMap(value(in:)))

    private static func value(in array: ResultArray) -> ResultValue<FaceDetectorResult, Detection>? {
        FaceDetectorResult.values.first { $0.description.array == array }
    }

    package init(_ choices: AnswerChoices, _ options: FaceDetectorOptions) {}

    package func count(_ result: FaceDetectorResult) -> Int { result.detections.count }

    package func overlay(_ result: FaceDetectorResult, labels: LabelMode) -> any Overlay {
        FaceDetectionOverlay(result, labels: labels)
    }

    package func text(_ result: FaceDetectorResult, _ head: ResultHead) -> String {
        let details = result.detections.enumerated().map { index, detection in
            let place = TextOutput.box(detection.boundingBox, of: head)
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
        let names = csvColumns
        return result.detections.enumerated().map { index, detection in
            CSV.line(
                head.csvFields + ["\(index)"] + Self.columns.fields(of: detection, in: head.size), columns: names)
        }.joined()
    }
}

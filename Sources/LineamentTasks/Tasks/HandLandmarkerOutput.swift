internal import Foundation
package import Lineament
package import LineamentRender

/// The output of hand landmarker results.
package struct HandLandmarkerOutput: TaskOutput {
    package typealias Task = HandLandmarker

    /// The fields to write; `nil` for all that a result has.
    private let fields: Set<HandLandmarkerField>?
    private let columns: ValueColumns<HandLandmarkerResult, HandLandmarkerResult.Hand>

    package init(_ choices: AnswerChoices, _ options: HandLandmarkerOptions) {
        let fields = choices.fields(HandLandmarkerField.self)
        self.fields = fields
        columns = ValueColumns(
            HandLandmarkerResult.values.filter { value in
                value.description.key.flatMap(HandLandmarkerField.init).map {
                    fields?.contains($0) ?? ![.boundingBoxes, .handScores, .personIDs].contains($0)
                } ?? false
            })
    }

    package let subject = Subject.hand
    package var csvColumns: [String] { ResultHead.csvColumns + ["hand", "track"] + columns.names }

    package func count(_ result: HandLandmarkerResult) -> Int { result.hands.count }
    package func trackIDs(_ result: HandLandmarkerResult) -> [Int] { result.trackIDs }

    package func overlay(_ result: HandLandmarkerResult, labels: LabelMode) -> any Overlay {
        HandOverlay(result, labels: labels)
    }

    package func text(_ result: HandLandmarkerResult, _ head: ResultHead) -> String {
        let details = result.hands.enumerated().map { index, hand in
            let place = TextOutput.box(hand.landmarks.boundingBox(in: head.size) ?? .null, of: head)
            let side = String(format: "%@ %.2f", hand.handedness.categoryName ?? "", hand.handedness.score)
            let person = hand.personID.map { " of person \($0)" } ?? ""
            return "\(TextOutput.number(index, trackID: hand.trackID)) at \(place), \(side)\(person)"
        }
        return TextOutput.lines(head, .hand, details)
    }

    package func json(_ result: HandLandmarkerResult, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            json.limit(to: fields)
            result.writeMembers(to: &json)
            if fields?.contains(.boundingBoxes) == true {
                json.member(
                    "boundingBoxes", boxes: result.hands.map { $0.landmarks.boundingBox(in: head.size) ?? .null })
            }
        }
    }

    package func csv(_ result: HandLandmarkerResult, _ head: ResultHead) -> String {
        let names = csvColumns
        return result.hands.enumerated().map { index, hand in
            let track = hand.trackID.map { "\($0)" } ?? ""
            return CSV.line(
                head.csvFields + ["\(index)", track] + columns.fields(of: hand, in: head.size), columns: names)
        }.joined()
    }
}

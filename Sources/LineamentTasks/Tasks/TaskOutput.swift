// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentCapture
package import LineamentRender

/// The writing and drawing of a task's results as a caller chose, from the tables of the task and of its results.
package struct TaskOutput<Row: TaskRow>: ResultOutput {
    package typealias Result = Row.Task.Output

    private let choices: AnswerChoices
    private let columns: ValueColumns<Result, Result.Subject>

    /// - Parameter options: The options of the task.
    package init(_ choices: AnswerChoices, _ options: Row.Task.Options) {
        self.choices = choices
        columns = ValueColumns(Row.columns(choices, options))
    }

    package var subject: Subject { Row.subject }
    package func count(_ result: Result) -> Int { result.subjects.count }
    package func facesWithoutLandmarks(_ result: Result) -> [Detection] { Row.facesWithoutLandmarks(result) }
    package func trackIDs(_ result: Result) -> [Int] { result.trackIDs }
    package func masks(_ result: Result) -> [Mask] { Row.masks(result) }
    package func recordable(_ result: Result) -> (any RecordableResult)? { Row.recordable(result) }

    /// Returns the tracks of a result's subjects; `nil` for those of an image.
    private static func tracks(of result: Result) -> [Int?] {
        let ids = result.trackIDs
        return ids.count == result.subjects.count ? ids : Array(repeating: nil, count: result.subjects.count)
    }

    package var csvColumns: [String] {
        ResultHead.csvColumns + Row.subjectColumns + columns.names + (writesMasks ? ["mask"] : [])
    }

    private var writesMasks: Bool { choices.hasMasks && choices.fields?.contains("segmentationMasks") ?? true }

    package func csv(_ result: Result, _ head: ResultHead) -> String {
        let names = csvColumns
        let masks = writesMasks ? head.maskFiles ?? [] : []
        return zip(result.subjects, Self.tracks(of: result)).enumerated().map { index, item in
            let number = ["\(index)", item.1.map { "\($0)" } ?? ""].prefix(Row.subjectColumns.count)
            return CSV.line(
                head.csvFields + number + columns.fields(of: item.0, in: head.size)
                    + masks.dropFirst(index).prefix(1), columns: names)
        }.joined()
    }

    package func text(_ result: Result, _ head: ResultHead) -> String {
        let lines = zip(result.subjects, Self.tracks(of: result)).enumerated().map { index, item in
            let place = TextOutput.box(Row.box(of: item.0, in: head.size), of: head)
            let number = TextOutput.number(index, trackID: item.1)
            return (["\(number) at \(place)"] + Row.details(of: item.0)).joined(separator: ", ")
        }
        let others = Row.facesWithoutLandmarks(result).map { face in
            "without landmarks at \(TextOutput.box(face.boundingBox, of: head))"
        }
        return TextOutput.lines(head, subject, lines, others: others, detected: Row.detectedCount(result))
    }

    package func json(_ result: Result, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            json.limit(to: choices.fields)
            Row.writeMembers(result, head, to: &json)
            // Boxes follow from the landmarks, and are written if they were asked for.
            if choices.fields?.contains("boundingBoxes") == true {
                json.member("boundingBoxes", boxes: result.subjects.map { Row.box(of: $0, in: head.size) })
            }
            Row.writeDerived(result, choices, to: &json)
        }
    }

    package func overlay(_ result: Result, labels: LabelMode) -> any Overlay {
        if let background = choices.background {
            return CutoutOverlay(Row.masks(result), background: background)
        }
        let drawing = Row.overlay(result, labels: labels)
        guard choices.showsWorld, let world = Row.worldView(result) else { return drawing }
        return OverlayStack([drawing, world])
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// How results of tasks are written, from their tables.
extension TaskOutput {
    package func count(_ result: Result) -> Int { result.subjects.count }
    package func trackIDs(_ result: Result) -> [Int] { result.trackIDs }

    /// Returns the tracks of a result's subjects; `nil` for those of an image.
    private static func tracks(of result: Result) -> [Int?] {
        let ids = result.trackIDs
        return ids.count == result.subjects.count ? ids : Array(repeating: nil, count: result.subjects.count)
    }

    /// Returns the columns of the parts that were named, or else of the usual ones.
    static func columns(_ choices: AnswerChoices, _ options: Task.Options) -> Columns {
        let written = choices.fields ?? Set(usualColumns(options).map(\.rawValue))
        let values = Result.values
        return ValueColumns(
            values.filter { value in
                // A number of each landmark is written beside its coordinates.
                let points = values.first { $0.description.name == value.description.points }
                let key = (points ?? value).description.key
                return key.map { written.contains($0) && Field(rawValue: $0) != nil } ?? false
            })
    }

    package var csvColumns: [String] {
        ResultHead.csvColumns + Self.subjectColumns + columns.names + (writesMasks ? ["mask"] : [])
    }

    private var writesMasks: Bool { choices.hasMasks && choices.fields?.contains("segmentationMasks") ?? true }

    package func csv(_ result: Result, _ head: ResultHead) -> String {
        let names = csvColumns
        let masks = writesMasks ? head.maskFiles ?? [] : []
        return zip(result.subjects, Self.tracks(of: result)).enumerated().map { index, item in
            let number = ["\(index)", item.1.map { "\($0)" } ?? ""].prefix(Self.subjectColumns.count)
            return CSV.line(
                head.csvFields + number + columns.fields(of: item.0, in: head.size)
                    + masks.dropFirst(index).prefix(1), columns: names)
        }.joined()
    }

    package func text(_ result: Result, _ head: ResultHead) -> String {
        TextOutput.lines(head, subject, lines(result, head))
    }

    /// Returns a line of text for each subject.
    func lines(_ result: Result, _ head: ResultHead) -> [String] {
        zip(result.subjects, Self.tracks(of: result)).enumerated().map { index, item in
            let place = TextOutput.box(Self.box(of: item.0, in: head.size), of: head)
            let number = TextOutput.number(index, trackID: item.1)
            return (["\(number) at \(place)"] + Self.details(of: item.0)).joined(separator: ", ")
        }
    }

    package func json(_ result: Result, _ head: ResultHead) -> String {
        JSONText.line { json in
            json.head(head)
            json.limit(to: choices.fields)
            writeMembers(result, head, to: &json)
        }
    }

    /// Writes the boxes of the subjects, if they were asked for.
    func writeBoxes(_ result: Result, _ head: ResultHead, to json: inout JSONText) {
        guard choices.fields?.contains("boundingBoxes") == true else { return }
        json.member("boundingBoxes", boxes: result.subjects.map { Self.box(of: $0, in: head.size) })
    }
}

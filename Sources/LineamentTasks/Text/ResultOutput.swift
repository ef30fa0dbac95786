// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentCapture
package import LineamentRender

/// How one kind of result is written and drawn.
package protocol ResultOutput<Result>: Sendable {
    associatedtype Result: Sendable

    /// The name of the subjects, as text.
    var subject: Subject { get }
    /// The columns of CSV, without the last one, `error`.
    var csvColumns: [String] { get }

    /// Returns the number of subjects in a result.
    func count(_ result: Result) -> Int
    /// Returns the detected faces that have no landmarks and are not counted.
    func facesWithoutLandmarks(_ result: Result) -> [Detection]
    /// Returns the tracks of the subjects in a frame; empty for a task that does not track.
    func trackIDs(_ result: Result) -> [Int]
    /// Returns the masks of the subjects; empty unless they were computed.
    func masks(_ result: Result) -> [Mask]
    /// Returns the result, if people's movements can be recorded from it.
    func recordable(_ result: Result) -> (any RecordableResult)?
    /// Returns the lines for people, each with a line break.
    func text(_ result: Result, _ head: ResultHead) -> String
    /// Returns one JSON object as a line.
    func json(_ result: Result, _ head: ResultHead) -> String
    /// Returns a line for each subject; none without subjects.
    func csv(_ result: Result, _ head: ResultHead) -> String
    /// Returns the drawing of a result.
    func overlay(_ result: Result, labels: LabelMode) -> any Overlay
}

extension ResultOutput {
    package func facesWithoutLandmarks(_ result: Result) -> [Detection] { [] }
    package func trackIDs(_ result: Result) -> [Int] { [] }
    package func masks(_ result: Result) -> [Mask] { [] }
    package func recordable(_ result: Result) -> (any RecordableResult)? { nil }

    /// Returns the lines of a result in a format. In CSV, an image or frame without results has one, too, which tells
    /// it from one that was not reached.
    package func lines(_ result: Result, _ head: ResultHead, as format: ResultFormat) -> String {
        switch format {
        case .text: return text(result, head)
        case .json: return json(result, head)
        case .csv:
            let rows = csv(result, head)
            return rows.isEmpty ? CSV.line(head.csvFields, columns: csvColumns) : rows
        }
    }

    /// The first line of CSV.
    package var csvHeader: String { CSV.line(csvColumns + ["error"]) }

    /// Returns the line for an input that failed; in text it is empty, as errors are printed there.
    package func failureLine(_ error: LineamentError, source: String, as format: ResultFormat) -> String {
        switch format {
        case .text: ""
        case .json: JSONText.failure(error, source: source)
        case .csv: CSV.line([source] + Array(repeating: "", count: csvColumns.count - 1) + [error.summary.onOneLine])
        }
    }
}

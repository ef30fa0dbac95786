package import LineamentRender

/// How one kind of result is written and drawn.
package protocol ResultOutput<Result>: Sendable {
    associatedtype Result: Sendable

    /// What is found, in words.
    var subject: Subject { get }
    /// The columns of CSV, without the last one, `error`.
    var csvColumns: [String] { get }

    /// Returns the number of subjects in a result.
    func count(_ result: Result) -> Int
    /// Returns the lines for people, each with a line break.
    func text(_ result: Result, _ head: ResultHead) -> String
    /// Returns one JSON object as a line.
    func json(_ result: Result, _ head: ResultHead) -> String
    /// Returns a line for each subject.
    func csv(_ result: Result, _ head: ResultHead) -> String
    /// Returns the drawing of a result.
    func overlay(_ result: Result, labels: LabelMode) -> any Overlay
}

extension ResultOutput {
    /// Returns the lines of a result in a format.
    package func lines(_ result: Result, _ head: ResultHead, as format: ResultFormat) -> String {
        switch format {
        case .text: text(result, head)
        case .json: json(result, head)
        case .csv: csv(result, head)
        }
    }
}

/// What is found, in words.
package enum Subject: Sendable {
    case face, person

    package func counted(_ count: Int) -> String {
        let number = count == 0 ? "no" : "\(count)"
        switch self {
        case .face: return count == 1 ? "1 face" : "\(number) faces"
        case .person: return count == 1 ? "1 person" : "\(number) people"
        }
    }
}

internal import ArgumentParser
internal import Lineament

/// How results are written.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// One JSON object an image, one a line.
    case json
    /// A header line, then one line a face; a failed image has a line with its error.
    case csv
}

/// What a result is about.
struct ResultHead: Sendable {
    let source: String
    /// Where files about the input go below a folder for them.
    let relativePath: String
    let width: Int
    let height: Int
    /// In milliseconds; nil for an image.
    var timestamp: Int?
    /// The frame's number; nil for an image.
    var frame: Int?

    /// What a line of CSV begins with.
    static let csvColumns = ["source", "width", "height", "timestamp_ms"]
    var csvFields: [String] { [source, "\(width)", "\(height)", timestamp.map { "\($0)" } ?? ""] }
}

extension JSONText {
    /// One object as a line.
    static func line(_ members: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object(members)
        return json.text + "\n"
    }

    mutating func head(_ head: ResultHead) {
        member("source", head.source)
        member("width", head.width)
        member("height", head.height)
    }

    /// The line of an input that has no result.
    static func failure(_ error: LineamentError, source: String) -> String {
        line { json in
            json.member("source", source)
            json.member("error", error.message)
        }
    }
}

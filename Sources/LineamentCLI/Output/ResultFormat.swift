internal import ArgumentParser
internal import Lineament

/// How results are written.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// One JSON object a picture, one a line.
    case json
    /// A header line, then one line a face; a failed picture has a line with its error.
    case csv
}

/// What a result is about.
struct ResultHead: Sendable {
    let source: String
    /// Where files about the input go below a folder for them.
    let relativePath: String
    let width: Int
    let height: Int
    /// In milliseconds; nil for a picture.
    var timestamp: Int?
    /// The frame's number; nil for a picture.
    var frame: Int?

    /// What a line of CSV begins with.
    static let csvColumns = ["source", "width", "height", "timestamp_ms"]
    var csvFields: [String] { [source, "\(width)", "\(height)", timestamp.map { "\($0)" } ?? ""] }
}

extension JSONWriter {
    mutating func head(_ head: ResultHead) {
        member("source", head.source)
        member("width", head.width)
        member("height", head.height)
        if let timestamp = head.timestamp { member("timestampInMilliseconds", timestamp) }
    }

    /// One line that says why a picture has no result.
    static func failure(_ error: LineamentError, source: String) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.member("source", source)
            json.member("error", error.message)
        }
        return writer.text + "\n"
    }
}

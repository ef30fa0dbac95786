internal import ArgumentParser
internal import Foundation
internal import Lineament

/// The format of results.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// One line per image or frame and one per face or person, for people.
    case text
    /// One JSON object per image or frame, one per line.
    case json
    /// A header line, then one line per face or person; a failed input has a line with its error.
    case csv
}

/// The input that a result belongs to.
struct ResultHead: Sendable {
    let source: String
    /// The path of files about the input relative to their folder.
    let relativePath: String
    let width: Int
    let height: Int
    /// The timestamp in milliseconds; nil for an image.
    var timestamp: Int?
    /// The index of the frame; nil for an image.
    var frame: Int?
    /// The path of the drawing; nil if there is none.
    var annotated: String?

    /// The size of the image in pixels.
    var size: CGSize { CGSize(width: width, height: height) }

    /// The first columns of every CSV line.
    static let csvColumns = ["source", "width", "height", "timestamp_ms"]
    var csvFields: [String] { [source, "\(width)", "\(height)", timestamp.map { "\($0)" } ?? ""] }
}

extension JSONText {
    /// Returns an object as a line.
    static func line(_ members: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object(members)
        return json.text + "\n"
    }

    mutating func head(_ head: ResultHead) {
        member("source", head.source)
        member("width", head.width)
        member("height", head.height)
        if let frame = head.frame { member("frame", frame) }
        if let annotated = head.annotated { member("annotated", annotated) }
    }

    /// Returns the line for an input that failed.
    static func failure(_ error: LineamentError, source: String) -> String {
        line { json in
            json.member("source", source)
            json.member("error", error.message)
        }
    }
}

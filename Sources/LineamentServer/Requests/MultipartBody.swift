internal import Foundation
internal import Lineament

/// The parts of a multipart body, according to RFC 2046 and RFC 7578.
enum MultipartBody {
    /// A part of a body.
    struct Part: Sendable {
        /// The file name that the client gives; nil if it gives none. A name only: no file is opened.
        var fileName: String?
        var content: Data
    }

    private static let maxHeadSize = 8 << 10
    private static let maxNameLength = 255

    /// Splits a body.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is malformed, `resourceExhausted` if it has more
    ///   than `maxParts` parts.
    static func parts(of body: Data, boundary: String, maxParts: Int) throws -> [Part] {
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter may stand at the very beginning.
        let body = Data("\r\n".utf8) + body
        guard var end = body.range(of: delimiter) else { throw malformed("its boundary does not occur") }
        var parts: [Part] = []
        while true {
            let rest = body[end.upperBound...]
            if rest.starts(with: Data("--".utf8)) { return parts }
            guard let next = body.range(of: delimiter, in: end.upperBound..<body.endIndex) else {
                throw malformed("its last part has no end")
            }
            guard parts.count < maxParts else {
                throw LineamentError(.resourceExhausted, "The body has more than \(maxParts) parts (--max-parts).")
            }
            parts.append(try part(in: body[end.upperBound..<next.lowerBound]))
            end = next
        }
    }

    private static func malformed(_ reason: String) -> LineamentError {
        LineamentError(.invalidArgument, "The multipart body is malformed: \(reason).")
    }

    /// Reads a part: the rest of the delimiter's line, header lines, an empty line, and the content.
    private static func part(in text: Data) throws -> Part {
        guard let line = text.range(of: Data("\r\n".utf8)),
            text[..<line.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { throw malformed("something follows its boundary") }
        let afterLine = text[line.lowerBound...]
        guard let head = afterLine.prefix(maxHeadSize).range(of: Data("\r\n\r\n".utf8)) else {
            throw malformed("a part has no empty line after its first \(maxHeadSize) bytes of headers")
        }
        let headers = String(decoding: afterLine[..<head.lowerBound], as: UTF8.self)
        return Part(fileName: fileName(in: headers), content: Data(afterLine[head.upperBound...]))
    }

    private static func fileName(in headers: String) -> String? {
        guard let match = headers.firstMatch(of: /(?im)^content-disposition:.*?;\s*filename="((?:[^"\\\r\n]|\\.)*)"/)
        else { return nil }
        // Browsers write quotation marks as %22, other clients with a backslash.
        let name = match.1.replacing("\\\"", with: "\"").replacing("%22", with: "\"").prefix(maxNameLength)
        return name.isEmpty ? nil : String(name)
    }
}

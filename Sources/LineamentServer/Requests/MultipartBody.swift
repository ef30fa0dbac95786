// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The parts of a multipart body, according to RFC 2046 and RFC 7578.
enum MultipartBody {
    /// A part of a body.
    struct Part: Sendable {
        /// The file name that the client gives; `nil` if it gives none. A name only: no file is opened.
        var fileName: String?
        /// The name of the field of a form; `nil` if the client gives none.
        var name: String?
        /// The header `Content-Type`; `nil` if there is none.
        var contentType: String?
        var content: Data
    }

    private static let maxHeadSize = 8 << 10
    private static let maxNameLength = 255

    /// Splits a body. The parts share its memory.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is malformed, `resourceExhausted` if it has more
    ///   than `maxParts` parts.
    static func parts(of body: Data, boundary: String, maxParts: Int) throws -> [Part] {
        let opening = Array("--\(boundary)".utf8)
        let delimiter = Array("\r\n".utf8) + opening
        // The first delimiter may stand at the very beginning, without a line break before it.
        let first =
            body.starts(with: opening)
            ? 0..<opening.count : body.range(of: delimiter, from: 0, to: body.count)
        guard var end = first else { throw malformed("its boundary does not occur") }
        var parts: [Part] = []
        while true {
            if body.starts(with: "--", at: end.upperBound) { return parts }
            guard let next = body.range(of: delimiter, from: end.upperBound, to: body.count) else {
                throw malformed("its last part has no end")
            }
            guard parts.count < maxParts else {
                throw LineamentError(.resourceExhausted, "The body has more than \(maxParts) parts (--max-parts).")
            }
            parts.append(try part(of: body, in: end.upperBound..<next.lowerBound))
            end = next
        }
    }

    private static func malformed(_ reason: String) -> LineamentError {
        LineamentError(.invalidArgument, "The multipart body is malformed: \(reason).")
    }

    /// Reads a part: the rest of the delimiter's line, header lines, an empty line, and the content.
    private static func part(of body: Data, in range: Range<Int>) throws -> Part {
        guard let line = body.range(of: Array("\r\n".utf8), from: range.lowerBound, to: range.upperBound),
            body.slice(range.lowerBound..<line.lowerBound).allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { throw malformed("something follows its boundary") }
        let limit = min(range.upperBound, line.lowerBound + maxHeadSize)
        guard let head = body.range(of: Array("\r\n\r\n".utf8), from: line.lowerBound, to: limit) else {
            throw malformed("a part has no empty line after its first \(maxHeadSize) bytes of headers")
        }
        let headers = String(decoding: body.slice(line.lowerBound..<head.lowerBound), as: UTF8.self)
        let disposition = value(of: "content-disposition:", in: headers).map { HeaderParameters($0) }
        return Part(
            fileName: fileName(in: disposition), name: disposition?["name"],
            contentType: value(of: "content-type:", in: headers),
            content: body.slice(head.upperBound..<range.upperBound))
    }

    /// Returns the value of a field; `nil` if it is not among the headers.
    private static func value(of field: String, in headers: String) -> String? {
        // A line that begins with a space continues the one before.
        let lines = headers.replacing("\r\n ", with: " ").replacing("\r\n\t", with: " ").split(separator: "\r\n")
        return lines.first { $0.prefix(field.count).lowercased() == field }.map { String($0.dropFirst(field.count)) }
    }

    private static func fileName(in disposition: HeaderParameters?) -> String? {
        guard let name = disposition?["filename"] else { return nil }
        // Browsers write quotation marks as %22.
        return String(name.replacing("%22", with: "\"").prefix(maxNameLength))
    }
}

extension Data {
    /// Returns a part of the data, by offsets from its start; nothing is copied.
    fileprivate func slice(_ offsets: Range<Int>) -> Data {
        self[startIndex + offsets.lowerBound..<startIndex + offsets.upperBound]
    }

    fileprivate func starts(with text: String, at offset: Int) -> Bool { dropFirst(offset).starts(with: text.utf8) }

    /// Returns where `bytes` occur first, as offsets. Foundation's own search copies the data on Linux.
    fileprivate func range(of bytes: [UInt8], from start: Int, to end: Int) -> Range<Int>? {
        withUnsafeBytes { body in
            guard let base = body.baseAddress, let first = bytes.first else { return nil }
            var place = start
            while place + bytes.count <= end,
                let found = memchr(base + place, Int32(first), end - bytes.count - place + 1)
            {
                let offset = UnsafeRawPointer(found) - base
                if memcmp(found, bytes, bytes.count) == 0 { return offset..<offset + bytes.count }
                place = offset + 1
            }
            return nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The complete chunks of a PNG file up to its end mark.
struct PNGChunks: Sequence, IteratorProtocol {
    /// A chunk of a file.
    struct Chunk {
        /// The name and the contents, which the checksum covers.
        let named: UnsafeRawBufferPointer
        let checksum: Int

        var name: String { String(decoding: named.prefix(4), as: UTF8.self) }
        var body: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: named.dropFirst(4)) }
    }

    private static let signatureSize = 8
    /// The bytes of a chunk beside its contents: its length, name and checksum.
    private static let overhead = 12

    private let bytes: UnsafeRawBufferPointer
    private var position = signatureSize

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func next() -> Chunk? {
        guard position + Self.overhead <= bytes.count else { return nil }
        let checksumAt = position + 8 + bytes.bigEndianLong(at: position)
        guard checksumAt + 4 <= bytes.count else { return nil }
        let named = UnsafeRawBufferPointer(rebasing: bytes[(position + 4)..<checksumAt])
        // Bytes after the end mark do not belong to the image.
        position = named.starts(with: "IEND".utf8) ? bytes.count : checksumAt + 4
        return Chunk(named: named, checksum: bytes.bigEndianLong(at: checksumAt))
    }
}

extension UnsafeRawBufferPointer {
    /// Returns a number of four bytes.
    fileprivate func bigEndianLong(at place: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(self[place + $1]) } }
}

extension PNGChunks {
    /// Returns the number of pictures: more than one for an animation.
    static func pictureCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let control = PNGChunks(bytes).first(where: { $0.name == "acTL" })?.body, control.count >= 4 else {
            return 1
        }
        return control.bigEndianLong(at: 0)
    }
}

extension PNGChunks {
    /// Calls `body` with a file without the texts that exceed ``PNGTexts/maxSize`` together.
    static func withoutLargeTexts<Result>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard let ranges = largeTexts(bytes) else { return try body(bytes) }
        var rest = Data()
        var place = 0
        for range in ranges {
            rest.append(contentsOf: bytes[place..<range.lowerBound])
            place = range.upperBound
        }
        rest.append(contentsOf: bytes[place...])
        return try rest.withUnsafeBytes(body)
    }

    /// Returns where the texts above the limit are; `nil` if there are none.
    private static func largeTexts(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>]? {
        guard let start = bytes.baseAddress, ImageKind(bytes) == .png else { return nil }
        var total = 0
        var ranges: [Range<Int>] = []
        for chunk in PNGChunks(bytes) where PNGTexts.names.contains(chunk.name) {
            guard let name = chunk.named.baseAddress else { continue }
            guard total + chunk.named.count > PNGTexts.maxSize else {
                total += chunk.named.count
                continue
            }
            // The length stands before the name, the checksum after the contents.
            let place = name - start - 4
            ranges.append(place..<place + chunk.named.count + 8)
        }
        return ranges.isEmpty ? nil : ranges
    }
}

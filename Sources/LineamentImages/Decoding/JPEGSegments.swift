// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The segments of a JPEG file before its image data.
struct JPEGSegments: Sequence, IteratorProtocol {
    private static let startOfScan: UInt8 = 0xda

    private let bytes: UnsafeRawBufferPointer
    private var position = 2

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the bytes from the first scan on, or from the first segment that is truncated or damaged.
    static func imageData(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
        var segments = JPEGSegments(bytes)
        while segments.next() != nil {}
        return bytes.dropFirst(segments.position)
    }

    /// Returns the number of scans, of which a progressive file has several; counts no further than `limit`.
    static func scanCount(_ bytes: UnsafeRawBufferPointer, upTo limit: Int) -> Int {
        let data = UnsafeRawBufferPointer(rebasing: imageData(bytes))
        guard let start = data.baseAddress else { return 0 }
        var count = 0
        var place = 0
        while count < limit, let found = memchr(start + place, 0xff, data.count - place) {
            place = UnsafeRawPointer(found) - start + 1
            // Within the data of a scan, a zero follows 255.
            if place < data.count, data[place] == Self.startOfScan { count += 1 }
        }
        return count
    }

    /// Returns the next segment's marker and content, or `nil` at the image data or if the file is truncated or
    /// damaged.
    mutating func next() -> (marker: UInt8, body: UnsafeRawBufferPointer)? {
        // Any number of bytes may fill the space before a marker.
        while position + 1 < bytes.count, bytes[position] == 0xff, bytes[position + 1] == 0xff { position += 1 }
        guard position + 4 <= bytes.count, bytes[position] == 0xff, bytes[position + 1] != Self.startOfScan else {
            return nil
        }
        let marker = bytes[position + 1]
        let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
        guard length >= 2, position + 2 + length <= bytes.count else { return nil }
        let body = UnsafeRawBufferPointer(rebasing: bytes[(position + 4)..<(position + 2 + length)])
        position += 2 + length
        return (marker, body)
    }

    /// Returns a file with further segments after its first one, if that names the format (JFIF). A body has up to 65,533 bytes.
    static func inserting(_ segments: [(marker: UInt8, body: [UInt8])], into file: Data) -> Data {
        let place = file.withUnsafeBytes { bytes in
            var all = JPEGSegments(bytes)
            let first = all.next()
            return first?.marker == 0xe0 ? 4 + (first?.body.count ?? 0) + 2 : 2
        }
        let inserted = segments.flatMap { marker, body -> [UInt8] in
            [0xff, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xff)] + body
        }
        let start: Data = file.prefix(place)
        let rest: Data = file.dropFirst(place)
        return start + Data(inserted) + rest
    }
}

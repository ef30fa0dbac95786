// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The chunks of a RIFF file, read one after the other.
struct RIFFChunks {
    private let file: FileHandle
    /// The number of bytes that are left.
    private var rest: Int
    /// Whether the file ended within a chunk.
    private(set) var isTruncated = false

    private static let headSize = 8

    /// - Parameters:
    ///   - file: The file, from which the first chunk is read next.
    ///   - byteCount: The number of bytes of all chunks.
    init(_ file: FileHandle, byteCount: Int) {
        self.file = file
        rest = byteCount
    }

    /// Returns the next complete chunk; `nil` after the last.
    mutating func next() -> (name: String, body: Data)? {
        guard rest >= Self.headSize else { return nil }
        guard let head = read(Self.headSize) else { return nil }
        let size = head.littleEndian(at: 4, bytes: 4)
        guard size <= rest, let body = read(size) else {
            isTruncated = true
            return nil
        }
        // Chunks begin at even places.
        if size % 2 == 1, rest > 0 { _ = read(1) }
        return (String(decoding: head.prefix(4), as: UTF8.self), body)
    }

    private mutating func read(_ count: Int) -> Data? {
        guard count > 0 else { return Data() }
        guard let bytes = try? file.read(upToCount: count), bytes.count == count else {
            isTruncated = true
            rest = 0
            return nil
        }
        rest -= count
        return bytes
    }
}

extension Data {
    /// Returns a number whose lowest byte comes first; the bytes must be there.
    func littleEndian(at place: Int, bytes: Int) -> Int {
        (0..<bytes).reduce(0) { $0 | Int(self[startIndex + place + $1]) << (8 * $1) }
    }
}

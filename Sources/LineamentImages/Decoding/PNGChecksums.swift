/// A check of the chunk checksums of a PNG file, which libvips ignores.
enum PNGChecksums {
    private static let signatureSize = 8
    private static let chunkOverhead = 12

    /// Returns the name of the first chunk with a wrong checksum, or `nil` if all complete chunks are correct.
    static func firstWrongChunk(_ bytes: UnsafeRawBufferPointer) -> String? {
        var position = signatureSize
        while position + chunkOverhead <= bytes.count {
            let length = long(bytes, position)
            let checksumAt = position + 8 + length
            guard checksumAt + 4 <= bytes.count else { return nil }
            let named = UnsafeRawBufferPointer(rebasing: bytes[(position + 4)..<checksumAt])
            if Int(CRC32.checksum(named)) != long(bytes, checksumAt) {
                return String(decoding: named.prefix(4), as: UTF8.self)
            }
            // What follows does not belong to the image.
            if named.starts(with: "IEND".utf8) { return nil }
            position = checksumAt + 4
        }
        return nil
    }

    private static func long(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A check of the chunk checksums of a PNG file, which libvips ignores.
enum PNGChecksums {
    /// Returns the name of the first chunk with a wrong checksum, or `nil` if all complete chunks are correct.
    static func firstWrongChunk(_ bytes: UnsafeRawBufferPointer) -> String? {
        PNGChunks(bytes).first { Int(CRC32.checksum($0.named)) != $0.checksum }?.name
    }
}

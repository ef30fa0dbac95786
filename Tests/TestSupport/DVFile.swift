// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A file of raw DV, as camcorders' tapes are kept, made byte by byte: gray frames of 720x480 pixels, 30,000/1001 a second.
public struct DVFile: Sendable {
    /// The size of a block, in bytes.
    private static let blockSize = 80
    /// An 8x8 block of pixels without detail, in the room that it has for luma and for chroma.
    private static let flatPixels: [UInt8] = [0, 6]
    private static let (lumaSize, chromaSize) = (14, 10)

    private let frames: Int

    /// Creates a file.
    public init(frames: Int) { self.frames = frames }

    /// Returns the bytes of the file.
    public func data() -> Data {
        let frame = (0..<10).flatMap(Self.sequence)
        return (0..<frames).reduce(into: Data()) { data, _ in data += frame }
    }

    /// Returns one of the sequences that a frame has: header, subcode, auxiliary data, and pixels with sound between them.
    private static func sequence(_ number: Int) -> [UInt8] {
        var bytes = block(0x1f, 0, of: number, [0x3f, 0x68, 0x78, 0x78, 0x78])
        for index in 0..<2 { bytes += block(0x3f, index, of: number) }
        for index in 0..<3 { bytes += block(0x5f, index, of: number) }
        var pixels: [UInt8] = [0x0f]
        for size in [lumaSize, lumaSize, lumaSize, lumaSize, chromaSize, chromaSize] {
            pixels += flatPixels + [UInt8](repeating: 0, count: size - flatPixels.count)
        }
        for index in 0..<135 {
            if index.isMultiple(of: 15) { bytes += block(0x7f, index / 15, of: number) }
            bytes += block(0x9f, index, of: number, pixels)
        }
        return bytes
    }

    private static func block(_ kind: UInt8, _ index: Int, of sequence: Int, _ content: [UInt8] = []) -> [UInt8] {
        let bytes = [kind, UInt8(sequence << 4 | 7), UInt8(index)] + content
        return bytes + [UInt8](repeating: 0xff, count: blockSize - bytes.count)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Lineament

extension PixelBuffer {
    /// Returns noise in planes with padded rows, which is harder than any video.
    public static func noise(
        _ width: Int, _ height: Int, _ format: PixelFormat, _ matrix: ColorMatrix = .bt601
    ) throws -> PixelBuffer {
        var generator = SeededGenerator(seed: UInt64(width * 31 + height))
        let lengths = (0..<format.planeCount).map { format.minimumBytesPerRow(plane: $0, width: width) + $0 }
        let planes = lengths.enumerated().map { plane, length in
            (0..<length * format.rows(plane: plane, height: height)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        }
        let memory = planes.map { bytes in
            let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
            copy.initialize(from: bytes, count: bytes.count)
            return copy
        }
        nonisolated(unsafe) let owned = memory
        return try PixelBuffer(
            unowned: zip(memory, lengths).map { Plane(address: UnsafeRawPointer($0), bytesPerRow: $1) },
            width: width, height: height, format: format, colorMatrix: matrix,
            release: { owned.forEach { $0.deallocate() } })
    }
}

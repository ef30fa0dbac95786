// SPDX-License-Identifier: Apache-2.0
internal import Foundation

#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(CoreVideo)
    internal import CoreGraphics
    internal import CoreVideo
#endif

/// Masks in Core Video buffers of one component per pixel.
enum MaskBuffer {
    /// The pixel formats that masks can have.
    static let formats: [OSType] = [kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent32Float]

    /// Returns a buffer of a mask; 0 to 1 become 0 to 255 in bytes.
    /// - Throws: ``VisionError`` if the format is not one of ``formats`` or there is not enough memory.
    static func buffer(of mask: BodyMask, format: OSType) throws -> CVPixelBuffer {
        try buffer(width: mask.width, height: mask.height, format: format) { row, target in
            let source = mask.values[row * mask.width..<(row + 1) * mask.width]
            if format == kCVPixelFormatType_OneComponent8 {
                for (column, value) in source.enumerated() {
                    target.storeBytes(of: level(value), toByteOffset: column, as: UInt8.self)
                }
            } else {
                let stride = MemoryLayout<Float>.stride
                for (column, value) in source.enumerated() {
                    target.storeBytes(of: value, toByteOffset: column * stride, as: Float.self)
                }
            }
        }
    }

    /// Checks that masks can have a pixel format.
    /// - Throws: ``VisionError/invalidFormat(_:)``
    static func check(_ format: OSType) throws {
        guard formats.contains(format) else {
            throw VisionError.invalidFormat(
                "The pixel format of a mask must be kCVPixelFormatType_OneComponent8 or "
                    + "kCVPixelFormatType_OneComponent32Float.")
        }
    }

    /// Returns a buffer whose rows `fill` writes.
    static func buffer(
        width: Int, height: Int, format: OSType, fill: (_ row: Int, _ target: UnsafeMutableRawPointer) -> Void
    ) throws -> CVPixelBuffer {
        try check(format)
        var created: CVPixelBuffer?
        let status = CVPixelBufferCreate(nil, width, height, format, nil, &created)
        guard status == kCVReturnSuccess, let buffer = created else {
            throw VisionError.pixelBufferCreationFailed(status)
        }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else {
            throw VisionError.pixelBufferCreationFailed(status)
        }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
        for row in 0..<height { fill(row, base + row * bytesPerRow) }
        return buffer
    }

    /// Calls `body` with the start and the row length of a buffer's memory, locked for reading.
    static func reading<Result>(
        _ buffer: CVPixelBuffer, _ body: (_ base: UnsafeRawPointer, _ bytesPerRow: Int) throws -> Result
    ) throws -> Result {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else {
            throw VisionError.dataUnavailable("The pixel buffer has no memory.")
        }
        return try body(UnsafeRawPointer(base), CVPixelBufferGetBytesPerRow(buffer))
    }

    /// Returns the rows of a buffer, without padding.
    static func bytes(of buffer: CVPixelBuffer) throws -> Data {
        let isFloat = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent32Float
        let rowLength = CVPixelBufferGetWidth(buffer) * (isFloat ? MemoryLayout<Float>.stride : 1)
        return try reading(buffer) { base, bytesPerRow in
            (0..<CVPixelBufferGetHeight(buffer)).reduce(into: Data()) { data, row in
                data.append(contentsOf: UnsafeRawBufferPointer(start: base + row * bytesPerRow, count: rowLength))
            }
        }
    }

    /// Returns the value of a pixel, 0 to 1.
    static func value(of buffer: CVPixelBuffer, column: Int, row: Int) throws -> Float {
        try reading(buffer) { base, bytesPerRow in
            let start = base + row * bytesPerRow
            if CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent32Float {
                return start.loadUnaligned(fromByteOffset: column * MemoryLayout<Float>.stride, as: Float.self)
            }
            return Float(start.load(fromByteOffset: column, as: UInt8.self)) / 255
        }
    }

    /// Returns a gray image of a buffer.
    static func image(of buffer: CVPixelBuffer) throws -> CGImage {
        let width = CVPixelBufferGetWidth(buffer)
        let height = CVPixelBufferGetHeight(buffer)
        var bytes = Array(try self.bytes(of: buffer))
        if CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent32Float {
            bytes = bytes.withUnsafeBytes { raw in
                (0..<width * height).map {
                    level(raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Float>.stride, as: Float.self))
                }
            }
        }
        let image = bytes.withUnsafeMutableBytes { memory in
            CGContext(
                data: memory.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)?.makeImage()
        }
        guard let image else { throw VisionError.internalError("The mask could not be drawn.") }
        return image
    }

    private static func level(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value * 255))) }
}

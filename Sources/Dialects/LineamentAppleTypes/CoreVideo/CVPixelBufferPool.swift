// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Creates buffers of one size and format.
///
/// On Apple's systems a pool reuses the memory of its buffers. Here each buffer has new memory, which the system's
/// allocator reuses.
public final class CVPixelBufferPool: Sendable {
    fileprivate let width: Int
    fileprivate let height: Int
    fileprivate let format: OSType
    fileprivate let alignment: Int

    fileprivate init?(_ attributes: CFDictionary) {
        func number(_ key: CFString) -> Int? { (attributes[key] as? NSNumber)?.intValue }
        guard let width = number(kCVPixelBufferWidthKey), let height = number(kCVPixelBufferHeightKey),
            let type = number(kCVPixelBufferPixelFormatTypeKey).flatMap({ OSType(exactly: $0) })
        else { return nil }
        self.width = width
        self.height = height
        self.format = type
        alignment = number(kCVPixelBufferBytesPerRowAlignmentKey) ?? 64
    }
}

/// The number of buffers that a pool keeps, for its attributes. Has no effect.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The time after which a pool frees an unused buffer, for its attributes. Has no effect.
public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"

/// Creates a pool.
/// - Parameters:
///   - allocator: Has no effect.
///   - poolAttributes: Has no effect.
///   - pixelBufferAttributes: The buffers' width, height and pixel format, which must be there, and
///     `kCVPixelBufferBytesPerRowAlignmentKey`.
///   - poolOut: Receives the pool, or `nil`.
/// - Returns: `kCVReturnSuccess`, or an error.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?, _ poolAttributes: CFDictionary?, _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    poolOut.pointee = pixelBufferAttributes.flatMap { CVPixelBufferPool($0) }
    return poolOut.pointee == nil ? kCVReturnInvalidPixelBufferAttributes : kCVReturnSuccess
}

/// Creates a buffer of the pool's size and format, filled with zeros.
/// - Returns: `kCVReturnSuccess`, or an error.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    CVPixelBufferCreate(
        allocator, pixelBufferPool.width, pixelBufferPool.height, pixelBufferPool.format,
        [kCVPixelBufferBytesPerRowAlignmentKey: pixelBufferPool.alignment], pixelBufferOut)
}

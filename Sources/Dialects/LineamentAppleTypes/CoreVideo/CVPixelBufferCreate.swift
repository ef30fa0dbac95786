// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Called with the context and the address when a buffer over a program's memory is released.
public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

/// The largest side of a buffer, in pixels.
private let largestSide = 1 << 20

extension CVBuffer {
    /// Creates a buffer with memory of its own, filled with zeros; `nil` if there is not enough.
    /// - Parameter alignment: The number of bytes of which the length of every row is a multiple.
    package convenience init?(format: OSType, width: Int, height: Int, alignment: Int = 64) {
        guard let layout = PixelLayout(format) else { return nil }
        let rowLengths = layout.planes.map { plane in
            (plane.minimumBytesPerRow(width) + alignment - 1) / alignment * alignment
        }
        let sizes = zip(layout.planes, rowLengths).map { plane, length in plane.height(height) * length }
        guard let memory = OwnedBytes(count: sizes.reduce(0, +)) else { return nil }
        var offset = 0
        var planes: [(address: UnsafeMutableRawPointer, bytesPerRow: Int)] = []
        for (size, length) in zip(sizes, rowLengths) {
            planes.append((memory.address + offset, length))
            offset += size
        }
        self.init(format: format, width: width, height: height, planes: planes, owner: memory)
    }
}

/// Creates a buffer with memory of its own, filled with zeros.
/// - Parameters:
///   - allocator: Has no effect.
///   - width: The width in pixels.
///   - height: The height in pixels.
///   - pixelFormatType: One of `kCVPixelFormatType_…`.
///   - pixelBufferAttributes: Of these `kCVPixelBufferBytesPerRowAlignmentKey` counts; the default is 64.
///   - pixelBufferOut: Receives the buffer, or `nil`.
/// - Returns: `kCVReturnSuccess`, or an error.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard PixelLayout(pixelFormatType) != nil else { return kCVReturnInvalidPixelFormat }
    guard (1...largestSide).contains(width), (1...largestSide).contains(height) else { return kCVReturnInvalidSize }
    let alignment = (pixelBufferAttributes?[kCVPixelBufferBytesPerRowAlignmentKey] as? NSNumber)?.intValue ?? 64
    guard (1...65536).contains(alignment) else { return kCVReturnInvalidPixelBufferAttributes }
    pixelBufferOut.pointee = CVBuffer(
        format: pixelFormatType, width: width, height: height, alignment: alignment)
    return pixelBufferOut.pointee == nil ? kCVReturnAllocationFailed : kCVReturnSuccess
}

/// Creates a buffer over a program's memory, which is not copied.
/// - Parameters:
///   - allocator: Has no effect.
///   - width: The width in pixels.
///   - height: The height in pixels.
///   - pixelFormatType: One of `kCVPixelFormatType_…` without planes.
///   - baseAddress: The first byte of the first row; valid until the callback is called.
///   - bytesPerRow: The distance between the starts of two rows, in bytes.
///   - releaseCallback: Called when the last reference to the buffer is gone.
///   - releaseRefCon: Passed to the callback.
///   - pixelBufferAttributes: Has no effect.
///   - pixelBufferOut: Receives the buffer, or `nil`.
/// - Returns: `kCVReturnSuccess`, or an error.
@discardableResult
public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ baseAddress: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
    _ releaseRefCon: UnsafeMutableRawPointer?, _ pixelBufferAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    guard let layout = PixelLayout(pixelFormatType), !layout.isPlanar else { return kCVReturnInvalidPixelFormat }
    guard (1...largestSide).contains(width), (1...largestSide).contains(height) else { return kCVReturnInvalidSize }
    guard bytesPerRow >= layout.planes[0].minimumBytesPerRow(width), bytesPerRow <= .max / height else {
        return kCVReturnInvalidArgument
    }
    pixelBufferOut.pointee = CVBuffer(
        format: pixelFormatType, width: width, height: height, planes: [(baseAddress, bytesPerRow)],
        owner: LentBytes(address: baseAddress, release: releaseCallback, context: releaseRefCon))
    return kCVReturnSuccess
}

/// Memory of the program, which is told when it is no longer used.
private final class LentBytes: @unchecked Sendable {
    // Sound: the addresses never change, and the callback is called once.
    let address: UnsafeMutableRawPointer
    let release: CVPixelBufferReleaseBytesCallback?
    let context: UnsafeMutableRawPointer?

    init(
        address: UnsafeMutableRawPointer, release: CVPixelBufferReleaseBytesCallback?,
        context: UnsafeMutableRawPointer?
    ) {
        self.address = address
        self.release = release
        self.context = context
    }

    deinit { release?(context, UnsafeRawPointer(address)) }
}

#if canImport(CoreVideo)
    internal import Foundation
    package import CoreVideo

    extension PixelBuffer {
        /// Wraps a CoreVideo buffer without copying; it stays locked for reading as long as this object lives.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the pixel format is not supported.
        package convenience init(_ buffer: CVPixelBuffer) throws {
            let formats: [OSType: PixelFormat] = [
                kCVPixelFormatType_32BGRA: .bgra8,
                kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .nv12VideoRange,
                kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .nv12FullRange,
            ]
            guard let format = formats[CVPixelBufferGetPixelFormatType(buffer)] else {
                throw LineamentError(
                    .invalidArgument,
                    "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA or "
                        + "kCVPixelFormatType_420YpCbCr8BiPlanar (video or full range).")
            }
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            let lock = PixelBufferLock(buffer: buffer)
            var planes: [Plane] = []
            if CVPixelBufferIsPlanar(buffer) {
                for index in 0..<CVPixelBufferGetPlaneCount(buffer) {
                    guard let address = CVPixelBufferGetBaseAddressOfPlane(buffer, index) else { continue }
                    planes.append(
                        Plane(
                            address: address,
                            bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, index)))
                }
            } else if let address = CVPixelBufferGetBaseAddress(buffer) {
                planes = [Plane(address: address, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer))]
            }
            try self.init(
                unowned: planes, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer),
                format: format, release: { withExtendedLifetime(lock) {} })
        }
    }

    /// Unlocks a CoreVideo buffer when it is released.
    private final class PixelBufferLock: @unchecked Sendable {
        // Sound: the buffer is only unlocked, once, in `deinit`.
        let buffer: CVPixelBuffer

        init(buffer: CVPixelBuffer) { self.buffer = buffer }
        deinit { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    }
#endif

#if canImport(CoreGraphics)
    package import CoreGraphics

    extension PixelBuffer {
        /// Creates a pixel buffer by drawing a CoreGraphics image into 8-bit RGBA.
        /// - Throws: ``LineamentError`` with code `internal` if CoreGraphics cannot draw it.
        package convenience init(_ image: CGImage) throws {
            var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
            let isDrawn = bytes.withUnsafeMutableBytes { memory in
                let context = CGContext(
                    data: memory.baseAddress, width: image.width, height: image.height,
                    bitsPerComponent: 8, bytesPerRow: image.width * 4, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
                let frame = CGRect(x: 0, y: 0, width: image.width, height: image.height)
                context?.draw(image, in: frame)
                return context != nil
            }
            guard isDrawn else {
                throw LineamentError(.internal, "The image could not be drawn into RGBA pixels.")
            }
            try self.init(copying: bytes, width: image.width, height: image.height, format: .rgba8)
        }
    }
#endif

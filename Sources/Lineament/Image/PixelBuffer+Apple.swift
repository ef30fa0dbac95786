#if canImport(CoreVideo)
    internal import Foundation
    package import CoreVideo

    extension PixelBuffer {
        /// The pixels of a CoreVideo buffer, used where they lie and locked while this lives.
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

    /// Unlocks a CoreVideo buffer when it goes.
    private final class PixelBufferLock: @unchecked Sendable {
        let buffer: CVPixelBuffer

        init(buffer: CVPixelBuffer) { self.buffer = buffer }
        deinit { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    }
#endif

#if canImport(CoreGraphics)
    package import CoreGraphics

    extension PixelBuffer {
        /// The pixels of a CoreGraphics image, drawn into 8-bit RGBA.
        package convenience init(_ picture: CGImage) throws {
            var bytes = [UInt8](repeating: 0, count: picture.width * picture.height * 4)
            let isDrawn = bytes.withUnsafeMutableBytes { memory in
                let context = CGContext(
                    data: memory.baseAddress, width: picture.width, height: picture.height,
                    bitsPerComponent: 8, bytesPerRow: picture.width * 4, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
                let frame = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
                context?.draw(picture, in: frame)
                return context != nil
            }
            guard isDrawn else {
                throw LineamentError(.internal, "The image could not be drawn into RGBA pixels.")
            }
            try self.init(copying: bytes, width: picture.width, height: picture.height, format: .rgba8)
        }
    }
#endif

#if canImport(CoreVideo) && canImport(CoreMedia)
    public import CoreMedia
    public import CoreVideo
    internal import Foundation

    #if canImport(UIKit)
        public import UIKit
    #endif

    extension MPImage {
        /// What Apple object an image was made from, kept alive with it.
        enum AppleSource: @unchecked Sendable {
            #if canImport(UIKit)
                case image(UIImage)
            #endif
            case pixelBuffer(CVPixelBuffer)
            case sampleBuffer(CMSampleBuffer)
        }

        /// A 32BGRA pixel buffer that is not turned.
        /// - Throws: ``LineamentError`` with code `invalidArgument` for another pixel format.
        public convenience init(pixelBuffer: CVPixelBuffer) throws {
            try self.init(pixelBuffer: pixelBuffer, orientation: .up)
        }

        /// A 32BGRA pixel buffer and how it must be turned to stand upright.
        public convenience init(pixelBuffer: CVPixelBuffer, orientation: Orientation) throws {
            self.init(
                source: .apple(.pixelBuffer(pixelBuffer)), type: .pixelBuffer,
                pixels: try PixelBuffer(pixelBuffer), orientation: orientation)
        }

        /// A frame that is not turned.
        public convenience init(sampleBuffer: CMSampleBuffer) throws {
            try self.init(sampleBuffer: sampleBuffer, orientation: .up)
        }

        /// A frame and how it must be turned to stand upright.
        public convenience init(sampleBuffer: CMSampleBuffer, orientation: Orientation) throws {
            guard CMSampleBufferIsValid(sampleBuffer) else {
                throw LineamentError(
                    .invalidArgument,
                    "Sample buffer is not valid: CMSampleBufferIsValid(sampleBuffer) must be true.")
            }
            guard let picture = CMSampleBufferGetImageBuffer(sampleBuffer) else {
                throw LineamentError(.invalidArgument, "Sample buffer holds no picture.")
            }
            self.init(
                source: .apple(.sampleBuffer(sampleBuffer)), type: .sampleBuffer,
                pixels: try PixelBuffer(picture), orientation: orientation)
        }

        /// The pixel buffer this was made from; nil if it was made from something else.
        public var pixelBuffer: CVPixelBuffer? {
            if case .apple(.pixelBuffer(let buffer)) = source { buffer } else { nil }
        }

        /// The sample buffer this was made from; nil if it was made from something else.
        public var sampleBuffer: CMSampleBuffer? {
            if case .apple(.sampleBuffer(let buffer)) = source { buffer } else { nil }
        }
    }

    extension PixelBuffer {
        /// The pixels of a CoreVideo buffer, used where they lie and locked while this lives.
        convenience init(_ buffer: CVPixelBuffer) throws {
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

#if canImport(UIKit)
    extension MPImage {
        /// A UIKit image, with its own orientation.
        public convenience init(uiImage: UIImage) throws {
            try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
        }

        /// A UIKit image; `orientation` wins over the image's own.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the image has no CGImage.
        public convenience init(uiImage: UIImage, orientation: Orientation) throws {
            guard let picture = uiImage.cgImage else {
                throw LineamentError(
                    .invalidArgument,
                    "Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
            }
            self.init(
                source: .apple(.image(uiImage)), type: .image, pixels: try PixelBuffer(picture),
                orientation: orientation)
        }

        /// The image this was made from; nil if it was made from something else.
        public var image: UIImage? {
            if case .apple(.image(let image)) = source { image } else { nil }
        }
    }

    extension PixelBuffer {
        /// The pixels of a CoreGraphics image, drawn into 8-bit RGBA.
        convenience init(_ picture: CGImage) throws {
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

#if canImport(CoreVideo) && canImport(CoreMedia)
    public import CoreMedia
    public import CoreVideo
    internal import Foundation
#endif

#if canImport(UIKit)
    internal import Foundation
    public import UIKit
#endif

#if canImport(CoreVideo) && canImport(CoreMedia)
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
#endif

// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes
#else
    internal import Foundation

    #if canImport(CoreVideo) && canImport(CoreMedia)
        public import CoreMedia
        public import CoreVideo
    #endif
    #if canImport(UIKit)
        public import UIKit
    #endif
#endif

#if STAND_INS || canImport(CoreVideo) && canImport(CoreMedia)
    extension MPImage {
        /// The Apple object that an image was created from, which is kept alive with it.
        enum AppleSource: @unchecked Sendable {
            // Sound: the objects are only handed back to the caller, never modified here.
            #if STAND_INS || canImport(UIKit)
                case image(UIImage)
            #endif
            case pixelBuffer(CVPixelBuffer)
            case sampleBuffer(CMSampleBuffer)
        }

        /// Creates an upright image from a pixel buffer in 32BGRA or biplanar 4:2:0 format.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the pixel format is not supported.
        public convenience init(pixelBuffer: CVPixelBuffer) throws {
            try self.init(pixelBuffer: pixelBuffer, orientation: .up)
        }

        /// Creates an image from a pixel buffer in 32BGRA or biplanar 4:2:0 format and the orientation that makes it
        /// upright.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the pixel format is not supported.
        public convenience init(pixelBuffer: CVPixelBuffer, orientation: Orientation) throws {
            self.init(
                source: .apple(.pixelBuffer(pixelBuffer)), type: .pixelBuffer,
                pixels: try PixelBuffer(pixelBuffer), orientation: orientation)
        }

        /// Creates an upright image from a frame.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the sample is invalid or contains no image.
        public convenience init(sampleBuffer: CMSampleBuffer) throws {
            try self.init(sampleBuffer: sampleBuffer, orientation: .up)
        }

        /// Creates an image from a frame and the orientation that makes it upright.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the sample is invalid or contains no image.
        public convenience init(sampleBuffer: CMSampleBuffer, orientation: Orientation) throws {
            guard CMSampleBufferIsValid(sampleBuffer) else {
                throw LineamentError(
                    .invalidArgument,
                    "Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must return true.")
            }
            guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else {
                throw LineamentError(.invalidArgument, "Sample buffer contains no image.")
            }
            self.init(
                source: .apple(.sampleBuffer(sampleBuffer)), type: .sampleBuffer,
                pixels: try PixelBuffer(imageBuffer), orientation: orientation)
        }

        /// The pixel buffer that the image was created from; `nil` if it was created from something else.
        public var pixelBuffer: CVPixelBuffer? {
            if case .apple(.pixelBuffer(let buffer)) = source { buffer } else { nil }
        }

        /// The sample buffer that the image was created from; `nil` if it was created from something else.
        public var sampleBuffer: CMSampleBuffer? {
            if case .apple(.sampleBuffer(let buffer)) = source { buffer } else { nil }
        }
    }
#endif

#if STAND_INS || canImport(UIKit)
    extension MPImage {
        /// Creates an image from a UIKit image, with its own orientation.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the UIKit image has no CGImage.
        public convenience init(uiImage: UIImage) throws {
            try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
        }

        /// Creates an image from a UIKit image, with `orientation` instead of its own.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the UIKit image has no CGImage.
        public convenience init(uiImage: UIImage, orientation: Orientation) throws {
            guard let cgImage = uiImage.cgImage else {
                throw LineamentError(
                    .invalidArgument,
                    "Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
            }
            self.init(
                source: .apple(.image(uiImage)), type: .image, pixels: try PixelBuffer(cgImage),
                orientation: orientation)
        }

        /// The UIKit image that the image was created from; `nil` if it was created from something else.
        public var image: UIImage? {
            if case .apple(.image(let image)) = source { image } else { nil }
        }
    }
#endif

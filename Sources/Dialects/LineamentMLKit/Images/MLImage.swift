// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

#if STAND_INS
    public import LineamentAppleTypes
#else
    #if canImport(CoreMedia)
        public import CoreMedia
    #endif
    #if canImport(UIKit)
        public import UIKit
    #endif
#endif

/// The kind of source that an ``MLImage`` was created from.
public enum MLImageSourceType: Int, Sendable {
    case image = 0, pixelBuffer, sampleBuffer
}

/// An image for any ML Kit detector.
public final class MLImage: CompatibleImage {
    /// The kind of source that this was created from.
    public let imageSourceType: MLImageSourceType
    /// The orientation of the image.
    public var orientation: MPImage.Orientation

    private let stored: MPImage

    /// The width of the stored image, in pixels.
    public var width: CGFloat { stored.width }
    /// The height of the stored image, in pixels.
    public var height: CGFloat { stored.height }

    #if STAND_INS || canImport(UIKit)
        /// The source image; `nil` if this was created from something else.
        public var image: UIImage? { stored.image }
    #endif
    /// The source pixel buffer; `nil` if this was created from something else.
    public var pixelBuffer: CVPixelBuffer? { stored.pixelBuffer }
    /// The source sample buffer; `nil` if this was created from something else.
    public var sampleBuffer: CMSampleBuffer? { stored.sampleBuffer }

    #if STAND_INS || canImport(UIKit)
        /// Creates an image from a decoded image and its orientation, or returns `nil` if it has no usable pixels.
        /// Results are in pixels of the displayed image.
        public convenience init?(image: UIImage) {
            self.init(try? MPImage(uiImage: image), .image)
        }
    #endif

    /// Creates an image from a pixel buffer, or returns `nil` if its format is not supported. Results are in pixels of
    /// the stored image.
    public convenience init?(pixelBuffer: CVPixelBuffer) {
        self.init(try? MPImage(pixelBuffer: pixelBuffer), .pixelBuffer)
    }

    /// Creates an image from a sample buffer, or returns `nil` if it holds no usable image. Results are in pixels of
    /// the stored image.
    public convenience init?(sampleBuffer: CMSampleBuffer) {
        self.init(try? MPImage(sampleBuffer: sampleBuffer), .sampleBuffer)
    }

    private init?(_ stored: MPImage?, _ type: MLImageSourceType) {
        guard let stored else { return nil }
        (self.stored, imageSourceType, orientation) = (stored, type, stored.orientation)
    }

    /// The image to process.
    public var detectorInput: DetectorInput {
        get throws {
            DetectorInput(
                image: stored.turned(orientation), isDisplayed: imageSourceType == .image,
                time: sampleBuffer?.presentationMilliseconds)
        }
    }
}

public import Foundation

#if canImport(UIKit)
    public import UIKit
#endif

/// What an ``MPImage`` was made from.
public enum MPImageSourceType: Int, Sendable {
    case image = 0
    case pixelBuffer = 1
    case sampleBuffer = 2
}

/// The image a task looks at: pixels and how they must be turned to stand upright.
///
/// Results are always in the coordinates of the image as stored, that is before the turn.
///
/// ```swift
/// let pixels = [UInt8](repeating: 0, count: 640 * 480 * 3)
/// let buffer = try PixelBuffer(copying: pixels, width: 640, height: 480, format: .rgb8)
/// let image = try MPImage(pixelBuffer: buffer, orientation: .right)
/// ```
public final class MPImage: Sendable {
    #if canImport(UIKit)
        public typealias Orientation = UIImage.Orientation
    #else
        public typealias Orientation = ImageOrientation
    #endif

    /// What the image was made from.
    public let imageSourceType: MPImageSourceType
    /// How the stored image must be turned to stand upright.
    public let orientation: Orientation

    let source: Source
    /// The stored image.
    package let pixels: PixelBuffer

    /// Width of the stored image in pixels.
    public var width: CGFloat { CGFloat(pixels.width) }
    /// Height of the stored image in pixels.
    public var height: CGFloat { CGFloat(pixels.height) }

    init(source: Source, type: MPImageSourceType, pixels: PixelBuffer, orientation: Orientation) {
        self.source = source
        imageSourceType = type
        self.pixels = pixels
        self.orientation = orientation
    }

    /// The pixels of an image that is not turned.
    /// - Throws: never for a valid ``PixelBuffer``; throwing as in MediaPipe's API.
    public convenience init(pixelBuffer: PixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// The pixels of an image and how they must be turned to stand upright.
    public convenience init(pixelBuffer: PixelBuffer, orientation: Orientation) throws {
        self.init(
            source: .pixelBuffer(pixelBuffer), type: .pixelBuffer, pixels: pixelBuffer,
            orientation: orientation)
    }

    /// A frame that is not turned.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the sample is invalid or holds no image.
    public convenience init(sampleBuffer: SampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// A frame and how it must be turned to stand upright.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the sample is invalid or holds no image.
    public convenience init(sampleBuffer: SampleBuffer, orientation: Orientation) throws {
        guard sampleBuffer.isValid else {
            throw LineamentError(.invalidArgument, "Sample buffer is not valid: its isValid must be true.")
        }
        guard let pixels = sampleBuffer.pixelBuffer else {
            throw LineamentError(.invalidArgument, "Sample buffer holds no picture.")
        }
        self.init(
            source: .sampleBuffer(sampleBuffer), type: .sampleBuffer, pixels: pixels,
            orientation: orientation)
    }
}

extension MPImage {
    enum Source: Sendable {
        #if !canImport(UIKit)
            case image(UIImage)
        #endif
        case pixelBuffer(PixelBuffer)
        case sampleBuffer(SampleBuffer)
        #if canImport(CoreVideo)
            case apple(AppleSource)
        #endif
    }
}

#if !canImport(UIKit)
    extension MPImage {
        /// A decoded image, with its own orientation.
        public convenience init(uiImage: UIImage) throws {
            try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
        }

        /// A decoded image; `orientation` wins over the image's own.
        public convenience init(uiImage: UIImage, orientation: Orientation) throws {
            self.init(
                source: .image(uiImage), type: .image, pixels: uiImage.pixelBuffer, orientation: orientation)
        }

        /// The image this was made from; nil if it was made from something else.
        public var image: UIImage? {
            if case .image(let image) = source { image } else { nil }
        }
    }
#endif

#if !canImport(CoreVideo)
    extension MPImage {
        /// The pixel buffer this was made from; nil if it was made from something else.
        public var pixelBuffer: PixelBuffer? {
            if case .pixelBuffer(let buffer) = source { buffer } else { nil }
        }
    }
#endif

#if !canImport(CoreMedia)
    extension MPImage {
        /// The sample buffer this was made from; nil if it was made from something else.
        public var sampleBuffer: SampleBuffer? {
            if case .sampleBuffer(let buffer) = source { buffer } else { nil }
        }
    }
#endif

extension MPImage.Orientation {
    package init(_ orientation: ImageOrientation) { self = Self(rawValue: orientation.rawValue) ?? .up }
}

extension MPImage {
    /// ``orientation`` in the type that is the same on all systems.
    var imageOrientation: ImageOrientation { ImageOrientation(rawValue: orientation.rawValue) ?? .up }

    /// The same image, turned another way.
    package func turned(_ orientation: Orientation) -> MPImage {
        MPImage(source: source, type: imageSourceType, pixels: pixels, orientation: orientation)
    }
}

extension MPImage {
    /// The rotation, in radians, of the region that a detector is shown.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation.
    var regionRotation: Float {
        get throws {
            guard let rotation = imageOrientation.regionRotation else {
                throw LineamentError(
                    .invalidArgument,
                    "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored "
                        + "orientations (`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,"
                        + "`UIImageOrientationLeftMirrored`,`UIImageOrientationRightMirrored`)")
            }
            return rotation
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(UIKit)
    public import UIKit
#endif

/// The kind of object that an ``MPImage`` was created from.
public enum MPImageSourceType: Int, Sendable {
    /// A `UIImage`.
    case image = 0
    /// A `CVPixelBuffer`, or a ``PixelBuffer``.
    case pixelBuffer = 1
    /// A `CMSampleBuffer`, or a ``SampleBuffer``.
    case sampleBuffer = 2
}

/// The input of a task: pixels, and the orientation that makes them upright.
///
/// The orientation only tells detectors which way is up. Results are always in the coordinates of the image as stored,
/// before the orientation is applied.
///
/// ```swift
/// let pixels = [UInt8](repeating: 0, count: 640 * 480 * 3)
/// let buffer = try PixelBuffer(copying: pixels, width: 640, height: 480, format: .rgb8)
/// let image = try MPImage(pixelBuffer: buffer, orientation: .right)
/// ```
public final class MPImage: Sendable {
    #if STAND_INS || canImport(UIKit)
        /// The type of ``orientation``.
        public typealias Orientation = UIImage.Orientation
    #else
        /// The type of ``orientation``.
        public typealias Orientation = ImageOrientation
    #endif

    /// The kind of object that the image was created from.
    public let imageSourceType: MPImageSourceType
    /// The rotation and mirroring that make the stored image upright.
    public let orientation: Orientation

    /// The clockwise rotation that makes the image upright, as MediaPipe's C and Python libraries take it; `nil` if
    /// there is only the ``orientation``.
    private let rotationDegrees: Int?
    /// The object that the image was created from.
    let source: Source
    /// The pixels as stored, whatever the image was created from. Lineament extension.
    public let pixels: PixelBuffer

    /// The width of the stored image, in pixels.
    public var width: CGFloat { CGFloat(pixels.width) }
    /// The height of the stored image, in pixels.
    public var height: CGFloat { CGFloat(pixels.height) }

    init(
        source: Source, type: MPImageSourceType, pixels: PixelBuffer, orientation: Orientation,
        rotationDegrees: Int? = nil
    ) {
        self.rotationDegrees = rotationDegrees
        self.source = source
        imageSourceType = type
        self.pixels = pixels
        self.orientation = orientation
    }

    /// Creates an upright image from pixels.
    /// - Throws: Never for a valid ``PixelBuffer``; declared as throwing to match MediaPipe's API.
    public convenience init(pixelBuffer: PixelBuffer) throws {
        try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Creates an image from pixels and the orientation that makes them upright.
    /// - Throws: Never for a valid ``PixelBuffer``; declared as throwing to match MediaPipe's API.
    public convenience init(pixelBuffer: PixelBuffer, orientation: Orientation) throws {
        self.init(
            source: .pixelBuffer(pixelBuffer), type: .pixelBuffer, pixels: pixelBuffer,
            orientation: orientation)
    }

    /// Creates an image from pixels and the clockwise rotation that makes them upright, with the results of MediaPipe's C
    /// and Python libraries.
    /// - Parameters:
    ///   - orientation: The orientation of that rotation.
    ///   - rotationDegrees: The rotation, a multiple of 90 degrees.
    package convenience init(pixelBuffer: PixelBuffer, orientation: Orientation, rotationDegrees: Int) {
        self.init(
            source: .pixelBuffer(pixelBuffer), type: .pixelBuffer, pixels: pixelBuffer, orientation: orientation,
            rotationDegrees: rotationDegrees)
    }

    /// Creates an upright image from a frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the sample is invalid or contains no image.
    public convenience init(sampleBuffer: SampleBuffer) throws {
        try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// Creates an image from a frame and the orientation that makes it upright.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the sample is invalid or contains no image.
    public convenience init(sampleBuffer: SampleBuffer, orientation: Orientation) throws {
        guard sampleBuffer.isValid else {
            throw LineamentError(
                .invalidArgument,
                "Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must return true.")
        }
        guard let pixels = sampleBuffer.pixelBuffer else {
            throw LineamentError(.invalidArgument, "Sample buffer contains no image.")
        }
        self.init(
            source: .sampleBuffer(sampleBuffer), type: .sampleBuffer, pixels: pixels,
            orientation: orientation)
    }
}

extension MPImage {
    /// The object that an image was created from.
    enum Source: Sendable {
        case pixelBuffer(PixelBuffer)
        case sampleBuffer(SampleBuffer)
        #if STAND_INS || canImport(CoreVideo)
            case apple(AppleSource)
        #endif
    }
}

extension MPImage.Orientation {
    /// Converts from the platform-independent type.
    package init(_ orientation: ImageOrientation) { self = Self(rawValue: orientation.rawValue) ?? .up }
}

extension MPImage {
    /// The ``orientation`` as the platform-independent type.
    var imageOrientation: ImageOrientation { ImageOrientation(rawValue: orientation.rawValue) ?? .up }

    /// Returns the same image with another orientation.
    package func turned(_ orientation: Orientation) -> MPImage {
        MPImage(source: source, type: imageSourceType, pixels: pixels, orientation: orientation)
    }
}

extension MPImage {
    /// Checks that the orientation is a rotation, unless mirrored ones are accepted.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    func checkOrientation(acceptsMirrored: Bool) throws {
        if !acceptsMirrored { _ = try regionRotation }
    }

    /// The rotation of the region that detectors are run on, in radians.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the orientation is mirrored.
    var regionRotation: Float {
        get throws {
            guard let rotation = imageOrientation.regionRotation else {
                throw LineamentError(
                    .invalidArgument,
                    "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored "
                        + "orientations (`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,"
                        + "`UIImageOrientationLeftMirrored`,`UIImageOrientationRightMirrored`)",
                    recoverySuggestion: "Turn the image upright first, or set `acceptsMirroredOrientations`, an "
                        + "option of Lineament's own.")
            }
            // The same angle as the orientation's, but with other last bits, which results show.
            return rotationDegrees.map { Float(-Double($0) * .pi / 180) } ?? rotation
        }
    }
}

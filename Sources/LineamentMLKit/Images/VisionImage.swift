public import Foundation
public import Lineament

#if canImport(CoreMedia)
    public import CoreMedia
#endif
#if canImport(UIKit)
    public import UIKit
#endif

/// An image that a detector can process.
public protocol CompatibleImage {
    /// The image to process. Only this module's images implement it.
    var detectorInput: DetectorInput { get throws }
}

/// An image with its orientation and the coordinate frame of its results.
public struct DetectorInput: Sendable {
    let image: MPImage
    /// Whether results are in coordinates of the displayed image, as for a `UIImage`, or of the stored one, as for a
    /// buffer.
    let isDisplayed: Bool
    /// The timestamp in milliseconds; nil for an image without one.
    let time: Int?

    func upright() throws -> UprightImage { try UprightImage(image) }
}

/// An image for a face detector, with the orientation properties of both ML Kit and Firebase.
///
/// ```swift
/// let image = VisionImage(image: photo)
/// let faces = try FaceDetector.faceDetector().results(in: image)
/// ```
public final class VisionImage: CompatibleImage {
    private enum Source {
        case image(UIImage)
        case buffer(CMSampleBuffer)
    }

    private let source: Source

    /// The orientation of the image, one of all eight.
    public var orientation: MPImage.Orientation

    /// The orientation as Firebase's metadata; nil means upright.
    public var metadata: VisionImageMetadata? {
        didSet {
            orientation = MPImage.Orientation((metadata ?? VisionImageMetadata()).orientation.imageOrientation)
        }
    }

    /// Creates an image from a decoded image and its orientation. Results are in pixels of the displayed image.
    public init(image: UIImage) {
        source = .image(image)
        orientation = image.imageOrientation
    }

    /// Creates an image from a camera frame. Results are in pixels of the stored frame.
    public init(buffer: CMSampleBuffer) {
        source = .buffer(buffer)
        orientation = .up
    }

    /// The image to process.
    public var detectorInput: DetectorInput {
        get throws {
            switch source {
            case .image(let image):
                return DetectorInput(
                    image: try MPImage(uiImage: image, orientation: orientation), isDisplayed: true, time: nil)
            case .buffer(let buffer):
                return DetectorInput(
                    image: try MPImage(sampleBuffer: buffer, orientation: orientation), isDisplayed: false,
                    time: buffer.presentationMilliseconds)
            }
        }
    }
}

/// The kind of source that an ``MLImage`` was created from.
public enum MLImageSourceType: Int, Sendable {
    case image = 0, pixelBuffer, sampleBuffer
}

/// An image for any ML Kit detector.
public final class MLImage: CompatibleImage {
    /// The kind of source that this was created from.
    public let imageSourceType: MLImageSourceType
    /// The source image; nil if this was created from something else.
    public let image: UIImage?
    /// The source pixel buffer; nil if this was created from something else.
    public let pixelBuffer: CVPixelBuffer?
    /// The source sample buffer; nil if this was created from something else.
    public let sampleBuffer: CMSampleBuffer?
    /// The orientation of the image.
    public var orientation: MPImage.Orientation

    private let stored: MPImage

    /// The width of the stored image, in pixels.
    public var width: CGFloat { stored.width }
    /// The height of the stored image, in pixels.
    public var height: CGFloat { stored.height }

    /// Creates an image from a decoded image, or returns nil if it has no usable pixels.
    public init?(image: UIImage) {
        guard let stored = try? MPImage(uiImage: image) else { return nil }
        (imageSourceType, self.image, pixelBuffer, sampleBuffer) = (.image, image, nil, nil)
        self.stored = stored
        orientation = image.imageOrientation
    }

    /// Creates an image from a pixel buffer, or returns nil if its format is not supported.
    public init?(pixelBuffer: CVPixelBuffer) {
        guard let stored = try? MPImage(pixelBuffer: pixelBuffer) else { return nil }
        (imageSourceType, image, self.pixelBuffer, sampleBuffer) = (.pixelBuffer, nil, pixelBuffer, nil)
        self.stored = stored
        orientation = .up
    }

    /// Creates an image from a sample buffer, or returns nil if it holds no usable image.
    public init?(sampleBuffer: CMSampleBuffer) {
        guard let stored = try? MPImage(sampleBuffer: sampleBuffer) else { return nil }
        (imageSourceType, image, pixelBuffer, self.sampleBuffer) = (.sampleBuffer, nil, nil, sampleBuffer)
        self.stored = stored
        orientation = .up
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

extension CMSampleBuffer {
    /// The presentation time in milliseconds; nil if the frame has none.
    fileprivate var presentationMilliseconds: Int? {
        #if canImport(CoreMedia)
            let time = CMSampleBufferGetPresentationTimeStamp(self)
            return time.isNumeric ? Int((time.seconds * 1000).rounded()) : nil
        #else
            return presentationTimeInMilliseconds
        #endif
    }
}

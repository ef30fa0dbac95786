public import Foundation
public import Lineament

#if canImport(CoreMedia)
    public import CoreMedia
#endif
#if canImport(UIKit)
    public import UIKit
#endif

/// An image that a detector can look at.
public protocol CompatibleImage {
    /// What to look at. Implemented by this module's images only.
    var detectorInput: DetectorInput { get throws }
}

/// An image, how it is turned, and in which of its forms results are given.
public struct DetectorInput: Sendable {
    let image: MPImage
    /// Whether results are in coordinates of the image as shown, as for a `UIImage`, or as stored, as for a buffer.
    let isDisplayed: Bool
    /// In milliseconds; nil for an image without a time.
    let time: Int?

    func upright() throws -> UprightImage { try UprightImage(image) }
}

/// An image for a face detector, with ML Kit's and with Firebase's way to say how it is turned.
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

    /// How the image must be turned to stand upright, all eight ways.
    public var orientation: MPImage.Orientation

    /// The same in Firebase's words; nil means not turned.
    public var metadata: VisionImageMetadata? {
        didSet {
            orientation = MPImage.Orientation((metadata ?? VisionImageMetadata()).orientation.imageOrientation)
        }
    }

    /// A decoded image, with its own orientation. Results are in pixels of the image as shown.
    public init(image: UIImage) {
        source = .image(image)
        orientation = image.imageOrientation
    }

    /// A frame of a camera. Results are in pixels of the frame as stored.
    public init(buffer: CMSampleBuffer) {
        source = .buffer(buffer)
        orientation = .up
    }

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

/// What an ``MLImage`` was made from.
public enum MLImageSourceType: Int, Sendable {
    case image = 0, pixelBuffer, sampleBuffer
}

/// An image for any ML Kit detector.
public final class MLImage: CompatibleImage {
    public let imageSourceType: MLImageSourceType
    /// The image this was made from; nil if it was made from something else.
    public let image: UIImage?
    /// The pixel buffer this was made from; nil if it was made from something else.
    public let pixelBuffer: CVPixelBuffer?
    /// The sample buffer this was made from; nil if it was made from something else.
    public let sampleBuffer: CMSampleBuffer?
    /// How the image must be turned to stand upright.
    public var orientation: MPImage.Orientation

    private let stored: MPImage

    /// Size of the stored image, in pixels.
    public var width: CGFloat { stored.width }
    public var height: CGFloat { stored.height }

    /// - Returns: nil if the image has no pixels that can be used.
    public init?(image: UIImage) {
        guard let stored = try? MPImage(uiImage: image) else { return nil }
        (imageSourceType, self.image, pixelBuffer, sampleBuffer) = (.image, image, nil, nil)
        self.stored = stored
        orientation = image.imageOrientation
    }

    /// - Returns: nil if the buffer's format cannot be used.
    public init?(pixelBuffer: CVPixelBuffer) {
        guard let stored = try? MPImage(pixelBuffer: pixelBuffer) else { return nil }
        (imageSourceType, image, self.pixelBuffer, sampleBuffer) = (.pixelBuffer, nil, pixelBuffer, nil)
        self.stored = stored
        orientation = .up
    }

    /// - Returns: nil if the sample holds no image that can be used.
    public init?(sampleBuffer: CMSampleBuffer) {
        guard let stored = try? MPImage(sampleBuffer: sampleBuffer) else { return nil }
        (imageSourceType, image, pixelBuffer, self.sampleBuffer) = (.sampleBuffer, nil, nil, sampleBuffer)
        self.stored = stored
        orientation = .up
    }

    public var detectorInput: DetectorInput {
        get throws {
            DetectorInput(
                image: stored.turned(orientation), isDisplayed: imageSourceType == .image,
                time: sampleBuffer?.presentationMilliseconds)
        }
    }
}

extension CMSampleBuffer {
    /// The time at which the frame is shown; nil if it has none.
    fileprivate var presentationMilliseconds: Int? {
        #if canImport(CoreMedia)
            let time = CMSampleBufferGetPresentationTimeStamp(self)
            return time.isNumeric ? Int((time.seconds * 1000).rounded()) : nil
        #else
            return presentationTimeInMilliseconds
        #endif
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament
internal import Locking

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

/// An image for any detector, with the orientation properties of both ML Kit and Firebase.
///
/// ```swift
/// let image = VisionImage(image: photo)
/// let faces = try FaceDetector.faceDetector().results(in: image)
/// ```
public final class VisionImage: CompatibleImage, @unchecked Sendable {
    // Sound: the source is constant and only read; what changes is locked.

    private enum Source {
        #if STAND_INS || canImport(UIKit)
            case image(UIImage)
        #endif
        case buffer(CMSampleBuffer)
        case frame(SampleBuffer)
    }

    private let source: Source
    private let storedMetadata = Locked<VisionImageMetadata?>(nil)

    /// The orientation as Firebase's metadata; `nil` means upright. Always agrees with ``orientation``.
    public var metadata: VisionImageMetadata? {
        get { storedMetadata.withLock { $0 } }
        set { storedMetadata.withLock { $0 = newValue } }
    }

    /// The orientation of the image, one of all eight. Setting it replaces ``metadata``.
    public var orientation: MPImage.Orientation {
        get { MPImage.Orientation(metadata?.orientation.imageOrientation ?? .up) }
        set { metadata = VisionImageMetadata(newValue) }
    }

    #if STAND_INS || canImport(UIKit)
        /// Creates an image from a decoded image and its orientation. Results are in pixels of the displayed image.
        public init(image: UIImage) {
            source = .image(image)
            metadata = VisionImageMetadata(image.imageOrientation)
        }
    #endif

    /// Creates an image from a camera frame. Results are in pixels of the stored frame.
    public init(buffer: CMSampleBuffer) { source = .buffer(buffer) }

    /// Creates an image from a frame of a decoder. Results are in pixels of the stored frame. Lineament extension.
    public init(buffer: SampleBuffer) { source = .frame(buffer) }

    /// The image to process.
    public var detectorInput: DetectorInput {
        get throws {
            switch source {
            #if STAND_INS || canImport(UIKit)
                case .image(let image):
                    return DetectorInput(
                        image: try MPImage(uiImage: image, orientation: orientation), isDisplayed: true, time: nil)
            #endif
            case .buffer(let buffer):
                return DetectorInput(
                    image: try MPImage(sampleBuffer: buffer, orientation: orientation), isDisplayed: false,
                    time: buffer.presentationMilliseconds)
            case .frame(let frame):
                return DetectorInput(
                    image: try MPImage(sampleBuffer: frame, orientation: orientation), isDisplayed: false,
                    time: frame.presentationTimeInMilliseconds)
            }
        }
    }
}

extension VisionImageMetadata {
    /// Creates the metadata of an image; `nil` if the image is upright.
    fileprivate convenience init?(_ orientation: MPImage.Orientation) {
        guard orientation != .up else { return nil }
        self.init()
        self.orientation = VisionDetectorImageOrientation(orientation)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An image with an affine transform and a crop that are applied when its pixels are needed. Immutable; its frame of
/// coordinates has the origin at the lower left.
///
/// As in Core Image, the orientation that a file or a `UIImage` states is dropped. `LineamentImages` adds
/// `init?(contentsOf:)` and `init?(data:)`.
open class CIImage: NSObject, @unchecked Sendable {
    // Sound: nothing changes after initialization. A pixel buffer belongs to the caller, who must not write into it
    // while it is read, as with Core Image; values among the properties are only passed on. Subclasses answer for what
    // they add.

    enum Base {
        case image(CGImage)
        case buffer(CVPixelBuffer)
        case computed(any ComputedImage)
    }

    /// A rectangle, in coordinates that `frame` maps those of the base to.
    struct Crop {
        let rect: CGRect
        let frame: CGAffineTransform
    }

    let base: Base
    /// Maps coordinates of the base, which start at its lower left corner, to those of the image.
    let transform: CGAffineTransform
    let crops: [Crop]
    /// The rectangle of the image, in pixels.
    public let extent: CGRect
    /// The properties of the image, by Image I/O's keys.
    public let properties: [String: Any]

    init(
        base: Base, transform: CGAffineTransform = .identity, crops: [Crop] = [], extent: CGRect,
        properties: [String: Any] = [:]
    ) {
        self.base = base
        self.transform = transform
        self.crops = crops
        self.extent = extent
        self.properties = properties
        super.init()
    }

    /// Creates an image from decoded pixels.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, options: nil) }

    /// Creates an image from decoded pixels.
    /// - Parameters:
    ///   - cgImage: The pixels.
    ///   - options: The properties, and whether the orientation among them is applied.
    public convenience init(cgImage: CGImage, options: [CIImageOption: Any]?) {
        self.init(.image(cgImage), width: cgImage.width, height: cgImage.height, options: options)
    }

    /// Creates an image from the pixels of a buffer, which are read when they are needed.
    public convenience init(cvPixelBuffer: CVPixelBuffer) { self.init(cvPixelBuffer: cvPixelBuffer, options: nil) }

    /// Creates an image from the pixels of a buffer, which are read when they are needed.
    /// - Parameters:
    ///   - cvPixelBuffer: The pixels.
    ///   - options: The properties, and whether the orientation among them is applied.
    public convenience init(cvPixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]?) {
        self.init(
            .buffer(cvPixelBuffer), width: CVPixelBufferGetWidth(cvPixelBuffer),
            height: CVPixelBufferGetHeight(cvPixelBuffer), options: options)
    }

    /// Creates an image from the pixels of a buffer, as ``init(cvPixelBuffer:)`` does.
    public convenience init(cvImageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: cvImageBuffer, options: nil) }

    /// Creates an image from the pixels of a buffer, as ``init(cvPixelBuffer:options:)`` does.
    public convenience init(cvImageBuffer: CVImageBuffer, options: [CIImageOption: Any]?) {
        self.init(cvPixelBuffer: cvImageBuffer, options: options)
    }

    /// Creates an image from what a `UIImage` holds, without its orientation, or returns `nil` if that is empty.
    public convenience init?(image: UIImage) { self.init(image: image, options: nil) }

    /// Creates an image from what a `UIImage` holds, or returns `nil` if that is empty.
    /// - Parameters:
    ///   - image: The image, whose orientation is dropped.
    ///   - options: The properties, and whether the orientation among them is applied.
    public convenience init?(image: UIImage, options: [CIImageOption: Any]?) {
        if let pixels = image.cgImage {
            self.init(cgImage: pixels, options: options)
        } else if let other = image.ciImage {
            self.init(
                base: other.base, transform: other.transform, crops: other.crops, extent: other.extent,
                properties: other.properties)
        } else {
            return nil
        }
    }

    private convenience init(_ base: Base, width: Int, height: Int, options: [CIImageOption: Any]?) {
        let properties = options?[.properties] as? [String: Any] ?? [:]
        let bounds = CGRect(x: 0, y: 0, width: width, height: height)
        var transform = CGAffineTransform.identity
        if options?[.applyOrientationProperty] as? Bool == true,
            let value = (properties[kCGImagePropertyOrientation] as? NSNumber)?.uint32Value,
            let orientation = CGImagePropertyOrientation(rawValue: value)
        {
            transform = orientation.transform(uprighting: bounds)
        }
        self.init(base: base, transform: transform, extent: bounds.applying(transform), properties: properties)
    }

    /// The pixels that the image was created from; `nil` if they were no `CGImage` or are transformed or cropped.
    public var cgImage: CGImage? {
        guard isWhole, case .image(let image) = base else { return nil }
        return image
    }

    /// The buffer that the image was created from; `nil` if there was none or its pixels are transformed or cropped.
    public var pixelBuffer: CVPixelBuffer? {
        guard isWhole, case .buffer(let buffer) = base else { return nil }
        return buffer
    }

    /// Whether the image is the base as it is.
    private var isWhole: Bool { transform.isIdentity && crops.isEmpty }
}

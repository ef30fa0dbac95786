// Replacements for Apple's types, so that importing this module alone is enough to use their names.

public import Foundation
public import Lineament
internal import LineamentImages

#if !canImport(UIKit)
    /// Lineament's replacement for UIKit's type.
    public typealias UIImage = Lineament.UIImage

    extension Lineament.UIImage {
        /// Creates an image from a resource of the main bundle, named with or without its extension, or returns nil if
        /// there is none.
        public convenience init?(named name: String) {
            let candidates = ["", "png", "jpg", "jpeg", "webp", "heic"].compactMap {
                Bundle.main.path(forResource: name, ofType: $0.isEmpty ? nil : $0)
            }
            guard let path = candidates.first,
                let pixels = try? ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path))
            else { return nil }
            self.init(pixelBuffer: pixels)
        }
    }
#endif

#if !canImport(CoreVideo)
    /// Lineament's replacement for Core Video's type.
    public typealias CVPixelBuffer = Lineament.PixelBuffer
#endif

#if !canImport(CoreMedia)
    /// Lineament's replacement for Core Media's type.
    public typealias CMSampleBuffer = Lineament.SampleBuffer

    /// A time range, which observations never have. Replaces Core Media's type on platforms without Core Media.
    public struct CMTimeRange: Sendable, Hashable, Codable {}
#endif

#if !canImport(ImageIO)
    /// The orientation of a stored image, with EXIF's raw values. Replaces Image I/O's type on platforms without it.
    public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
        case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
    }
#endif

#if !canImport(CoreGraphics)
    /// A decoded image. Replaces Core Graphics' type on platforms without it.
    public final class CGImage: Sendable {
        /// The pixels as stored.
        public let pixelBuffer: PixelBuffer
        /// The width in pixels.
        public var width: Int { pixelBuffer.width }
        /// The height in pixels.
        public var height: Int { pixelBuffer.height }

        /// Creates an image from pixels, which are not copied.
        public init(pixelBuffer: PixelBuffer) { self.pixelBuffer = pixelBuffer }
    }
#endif

#if !canImport(CoreImage)
    /// A decoded image. Replaces Core Image's type on platforms without it.
    public final class CIImage: Sendable {
        /// The pixels as stored.
        public let pixelBuffer: PixelBuffer
        /// The rectangle of the image, in pixels.
        public var extent: CGRect { CGRect(x: 0, y: 0, width: pixelBuffer.width, height: pixelBuffer.height) }

        /// Creates an image from pixels, which are not copied.
        public init(pixelBuffer: PixelBuffer) { self.pixelBuffer = pixelBuffer }

        /// Creates an image from the stored pixels of `image`. As in Core Image, the orientation is dropped.
        public convenience init?(image: UIImage) { self.init(pixelBuffer: image.pixelBuffer) }

        /// Creates an upright image from a file, or returns nil if it cannot be decoded.
        public convenience init?(contentsOf url: URL) {
            guard let pixels = try? ImageDecoder().decode(contentsOf: url) else { return nil }
            self.init(pixelBuffer: pixels)
        }

        /// Creates an upright image from the bytes of a file, or returns nil if they cannot be decoded.
        public convenience init?(data: Data) {
            guard let pixels = try? ImageDecoder().decode(data) else { return nil }
            self.init(pixelBuffer: pixels)
        }
    }
#endif

#if !canImport(CoreML)
    /// A device that requests run on. Replaces Core ML's type on platforms without Core ML.
    public enum MLComputeDevice: Sendable, Hashable, CustomStringConvertible {
        case cpu

        /// The name of the device.
        public var description: String { "CPU" }
    }
#endif

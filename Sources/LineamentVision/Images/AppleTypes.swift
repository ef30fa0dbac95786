// The stand-ins for Apple's types, so that this module's import alone brings their names.

public import Foundation
public import Lineament
internal import LineamentImages

#if !canImport(UIKit)
    public typealias UIImage = Lineament.UIImage

    extension Lineament.UIImage {
        /// An image among the resources of the main bundle, by its name with or without extension; nil if there is none.
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
    public typealias CVPixelBuffer = Lineament.PixelBuffer
#endif

#if !canImport(CoreMedia)
    public typealias CMSampleBuffer = Lineament.SampleBuffer

    /// Stands in for CoreMedia's type where there is no CoreMedia. Observations carry none.
    public struct CMTimeRange: Sendable, Hashable, Codable {}
#endif

#if !canImport(ImageIO)
    /// How a stored image must be turned to stand upright: EXIF's numbers. Stands in for ImageIO's type.
    public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
        case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left
    }
#endif

#if !canImport(CoreGraphics)
    /// A decoded image. Stands in for CoreGraphics' type.
    public final class CGImage: Sendable {
        public let pixelBuffer: PixelBuffer
        public var width: Int { pixelBuffer.width }
        public var height: Int { pixelBuffer.height }

        public init(pixelBuffer: PixelBuffer) { self.pixelBuffer = pixelBuffer }
    }
#endif

#if !canImport(CoreImage)
    /// A decoded image. Stands in for CoreImage's type.
    public final class CIImage: Sendable {
        public let pixelBuffer: PixelBuffer
        /// The image's rectangle, in pixels.
        public var extent: CGRect { CGRect(x: 0, y: 0, width: pixelBuffer.width, height: pixelBuffer.height) }

        public init(pixelBuffer: PixelBuffer) { self.pixelBuffer = pixelBuffer }

        /// The stored pixels; as in Core Image the orientation is left behind.
        public convenience init?(image: UIImage) { self.init(pixelBuffer: image.pixelBuffer) }

        public convenience init?(contentsOf url: URL) {
            guard let pixels = try? ImageDecoder().decode(contentsOf: url) else { return nil }
            self.init(pixelBuffer: pixels)
        }

        public convenience init?(data: Data) {
            guard let pixels = try? ImageDecoder().decode(data) else { return nil }
            self.init(pixelBuffer: pixels)
        }
    }
#endif

#if !canImport(CoreML)
    /// What a request runs on. Stands in for Core ML's type.
    public enum MLComputeDevice: Sendable, Hashable, CustomStringConvertible {
        case cpu

        public var description: String { "CPU" }
    }
#endif

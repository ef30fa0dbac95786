#if !canImport(UIKit)
    public import Foundation

    /// A replacement for UIKit's class on platforms without UIKit: decoded pixels, a scale and an orientation.
    ///
    /// `LineamentImages` adds `init?(contentsOfFile:)` and `init?(data:)`.
    public final class UIImage: Sendable {
        /// The type of ``imageOrientation``, with UIKit's name.
        public typealias Orientation = ImageOrientation

        /// The decoded pixels, as stored.
        public let pixelBuffer: PixelBuffer
        /// The number of pixels per point.
        public let scale: CGFloat
        /// The rotation and mirroring that make the stored image upright.
        public let imageOrientation: Orientation

        /// Creates an image from decoded pixels.
        /// - Parameters:
        ///   - pixelBuffer: The pixels, as stored.
        ///   - scale: The number of pixels per point.
        ///   - orientation: The rotation and mirroring that make the stored image upright.
        public init(pixelBuffer: PixelBuffer, scale: CGFloat = 1, orientation: Orientation = .up) {
            self.pixelBuffer = pixelBuffer
            self.scale = scale
            imageOrientation = orientation
        }

        /// The size in points as displayed: the size in pixels divided by the scale, with the orientation applied.
        public var size: CGSize {
            let width = CGFloat(pixelBuffer.width) / scale
            let height = CGFloat(pixelBuffer.height) / scale
            return imageOrientation.swapsSides
                ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        }
    }
#endif

#if !canImport(CoreVideo)
    /// A replacement for CoreVideo's type on platforms without CoreVideo.
    public typealias CVPixelBuffer = PixelBuffer
#endif

#if !canImport(CoreMedia)
    /// A replacement for CoreMedia's type on platforms without CoreMedia.
    public typealias CMSampleBuffer = SampleBuffer
#endif

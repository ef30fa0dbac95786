#if !canImport(UIKit)
    public import Foundation

    /// Stands in for UIKit's class where there is no UIKit: decoded pixels, a scale and an orientation.
    ///
    /// `LineamentImages` adds `init?(contentsOfFile:)` and `init?(data:)`.
    public final class UIImage: Sendable {
        public typealias Orientation = ImageOrientation

        /// The decoded pixels, as stored.
        public let pixelBuffer: PixelBuffer
        public let scale: CGFloat
        public let imageOrientation: Orientation

        public init(pixelBuffer: PixelBuffer, scale: CGFloat = 1, orientation: Orientation = .up) {
            self.pixelBuffer = pixelBuffer
            self.scale = scale
            imageOrientation = orientation
        }

        /// The size in points as displayed: pixels divided by the scale, turned as the orientation says.
        public var size: CGSize {
            let width = CGFloat(pixelBuffer.width) / scale
            let height = CGFloat(pixelBuffer.height) / scale
            return imageOrientation.swapsSides
                ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        }
    }
#endif

#if !canImport(CoreVideo)
    /// Stands in for CoreVideo's type where there is no CoreVideo.
    public typealias CVPixelBuffer = PixelBuffer
#endif

#if !canImport(CoreMedia)
    /// Stands in for CoreMedia's type where there is no CoreMedia.
    public typealias CMSampleBuffer = SampleBuffer
#endif

public import Lineament

extension DerivedPixels {
    /// Returns the sample photo.
    public static func sample() throws -> DerivedPixels { DerivedPixels(try Sample.pixels()) }

    /// Creates a copy of an image with one plane.
    public init(_ pixels: PixelBuffer) {
        self.init(width: pixels.width, height: pixels.height, bytes: pixels.rgbBytes)
    }

    /// Returns the pixels as an image for a task.
    public func image(orientation: MPImage.Orientation = .up) throws -> MPImage {
        try MPImage(pixelBuffer: pixelBuffer(), orientation: orientation)
    }

    /// Returns the pixels as the library's buffer.
    public func pixelBuffer() throws -> PixelBuffer {
        try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Lineament
internal import LineamentImages

extension DerivedPixels {
    /// Returns the sample photo.
    public static func sample() throws -> DerivedPixels { DerivedPixels(try Sample.pixels()) }

    /// Returns scikit-image's photo `camera`.
    public static func camera() throws -> DerivedPixels {
        DerivedPixels(try ImageDecoder().decode(contentsOf: TestData.cameraPhoto))
    }

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

// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Renders images, on the CPU. Safe to use from multiple threads.
open class CIContext: NSObject, @unchecked Sendable {
    // Sound: there is no state. Subclasses answer for what they add.

    /// Creates a context.
    public override init() { super.init() }

    /// Creates a context. See ``CIContextOption`` for what the options mean here.
    public init(options: [CIContextOption: Any]?) { super.init() }

    /// Returns the pixels in a rectangle of an image, widened to whole pixels; they are transparent outside the
    /// image. `nil` if the rectangle is empty or too large or the pixels cannot be read.
    public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        if let pixels = image.cgImage, fromRect == image.extent { return pixels }
        guard let source = try? image.rendered(in: fromRect) else { return nil }
        if let pixels = source as? BitmapPixels {
            return CGImage(pixels, provider: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
        return CGImage(source: source)
    }

    /// Returns the pixels in a rectangle of an image, as ``createCGImage(_:from:)`` does.
    /// - Parameters:
    ///   - image: The image.
    ///   - fromRect: The rectangle.
    ///   - format: The arrangement of the pixels, of which there is one.
    ///   - colorSpace: The color space. Colors are never converted, so that it has no effect.
    public func createCGImage(
        _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
    ) -> CGImage? {
        createCGImage(image, from: fromRect)
    }

    /// Writes an image into a pixel buffer. The origin of its frame becomes the lower left corner of the buffer; pixels
    /// outside the image become transparent, or black where there is no alpha.
    ///
    /// The format of the buffer must be gray, or red, green and blue with alpha, such as `kCVPixelFormatType_32BGRA`;
    /// buffers of other formats are left as they are.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        let whole = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        render(image, to: buffer, bounds: whole, colorSpace: nil)
    }

    /// Writes the part of an image in a rectangle into the same rectangle of a pixel buffer, as ``render(_:to:)`` does.
    /// - Parameters:
    ///   - image: The image.
    ///   - buffer: The buffer, whose pixels outside the rectangle are left as they are.
    ///   - bounds: The rectangle, whose origin is the lower left corner.
    ///   - colorSpace: The color space of the buffer. Colors are never converted, so that it has no effect.
    public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        guard let layout = buffer.bitmapLayout,
            let context = CGContext(
                data: CVPixelBufferGetBaseAddress(buffer), width: layout.width, height: layout.height,
                bitsPerComponent: 8, bytesPerRow: layout.bytesPerRow, space: layout.space,
                bitmapInfo: layout.bitmapInfo.rawValue)
        else { return }
        let area = bounds.standardized.integral.overlap(
            with: CGRect(x: 0, y: 0, width: layout.width, height: layout.height))
        guard !area.isNull, let pixels = createCGImage(image, from: area) else { return }
        context.clear(area)
        context.draw(pixels, in: area)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension CIContext {
    /// Writes the pixels in a rectangle of an image into memory, row by row from the top; they are transparent outside the
    /// image. If they cannot be read, or a row does not fit, nothing is written.
    /// - Parameters:
    ///   - image: The image.
    ///   - data: Memory for as many rows as the rectangle has whole pixels in height.
    ///   - rowBytes: The distance between the starts of consecutive rows.
    ///   - bounds: The rectangle. A part of a pixel at its right and its top is left out.
    ///   - format: The arrangement of the pixels. Colors are premultiplied with alpha, if there is one.
    ///   - colorSpace: The color space. Colors are never converted, so that it has no effect.
    public func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        let origin = CGPoint(x: bounds.standardized.minX.rounded(.down), y: bounds.standardized.minY.rounded(.down))
        let size = CGSize(width: abs(bounds.width).rounded(.down), height: abs(bounds.height).rounded(.down))
        guard let bytesPerPixel = format.bytesPerPixel, let area = try? PixelArea(CGRect(origin: origin, size: size)),
            rowBytes >= area.width * bytesPerPixel, let pixels = try? image.rgbaPixels(in: area)
        else { return }
        for (index, pixel) in pixels.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: area.width)
            format.store(pixel, at: data + row * rowBytes + column * bytesPerPixel)
        }
    }
}

extension CIFormat {
    /// The size of a pixel; `nil` for formats that are not rendered.
    fileprivate var bytesPerPixel: Int? {
        switch self {
        case .RGBA8, .BGRA8, .ARGB8, .ABGR8: 4
        case .R8: 1
        case .RGBAf: 16
        default: nil
        }
    }

    /// Writes a pixel, which is not premultiplied.
    fileprivate func store(_ pixel: SIMD4<UInt8>, at address: UnsafeMutableRawPointer) {
        let value = pixel.premultiplied
        func store(_ bytes: SIMD4<UInt8>) { address.storeBytes(of: bytes, as: SIMD4<UInt8>.self) }
        if self == .RGBAf { return address.storeBytes(of: value / 255, as: SIMD4<Float>.self) }
        let rounded = value + 0.5
        let bytes = SIMD4(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z), UInt8(rounded.w))
        switch self {
        case .BGRA8: store(SIMD4(bytes.z, bytes.y, bytes.x, bytes.w))
        case .ARGB8: store(SIMD4(bytes.w, bytes.x, bytes.y, bytes.z))
        case .ABGR8: store(SIMD4(bytes.w, bytes.z, bytes.y, bytes.x))
        case .R8: address.storeBytes(of: bytes.x, as: UInt8.self)
        default: store(bytes)
        }
    }
}

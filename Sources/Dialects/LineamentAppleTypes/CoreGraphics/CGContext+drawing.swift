// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension CGContext {
    /// Draws an image over the bitmap, scaled to fill a rectangle. Nothing is drawn if the image cannot be read, for
    /// instance because its file is damaged.
    public func draw(_ image: CGImage, in rect: CGRect) {
        let rect = rect.standardized
        guard rect.width > 0, rect.height > 0, let inverse = ctm.inverse else { return }
        let scaleX = CGFloat(image.width) / rect.width
        let scaleY = CGFloat(image.height) / rect.height
        let placed = CGAffineTransform(
            a: scaleX, b: 0, c: 0, d: -scaleY, tx: -rect.minX * scaleX, ty: rect.maxY * scaleY)
        let area = pixels(coveredBy: rect)
        guard !area.columns.isEmpty, !area.rows.isEmpty,
            let sampler = try? PixelSampler(
                image.source, map: flip.concatenating(inverse).concatenating(placed),
                interpolates: interpolationQuality != .none && image.shouldInterpolate)
        else { return }
        let painter = Painter(layout: layout)
        let start = memory.assumingMemoryBound(to: UInt8.self)
        sampler.forEachPixel(columns: area.columns, rows: area.rows) { column, row, color in
            painter.paint(color, over: start + row * layout.bytesPerRow + column * layout.bytesPerPixel)
        }
    }

    /// Makes the pixels in a rectangle transparent, or black where there is no alpha.
    public func clear(_ rect: CGRect) {
        guard let inverse = ctm.inverse else { return }
        let rect = rect.standardized
        let map = flip.concatenating(inverse)
        let area = pixels(coveredBy: rect)
        let start = memory.assumingMemoryBound(to: UInt8.self)
        for row in area.rows {
            for column in area.columns
            where rect.contains(CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5).applying(map)) {
                (start + row * layout.bytesPerRow + column * layout.bytesPerPixel)
                    .update(repeating: 0, count: layout.bytesPerPixel)
            }
        }
    }

    /// Fills polygons with a color, with smooth edges. They are in the bitmap's coordinates, from its lower left corner.
    func fill(_ polygons: [[CGPoint]], color: CGColor, rule: CGPathFillRule) {
        let painter = Painter(layout: layout)
        let start = memory.assumingMemoryBound(to: UInt8.self)
        let bytes = color.bytes
        let coverage = PathCoverage(polygons: polygons.map { $0.map { $0.applying(flip) } }, rule: rule)
        coverage.forEachRow(width: width, height: height) { row, first, parts in
            for (index, part) in parts.enumerated() where part > 0 {
                let opacity = UInt8((Float(bytes.w) * min(part, 1)).rounded())
                painter.paint(
                    SIMD4(bytes.x, bytes.y, bytes.z, opacity),
                    over: start + row * layout.bytesPerRow + (first + index) * layout.bytesPerPixel)
            }
        }
    }

    /// Maps coordinates whose origin is the upper left corner of the bitmap to those from the lower left one, or back.
    private var flip: CGAffineTransform { CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)) }

    /// Returns the columns and rows of the bitmap, from the top, that a rectangle to draw in may touch.
    private func pixels(coveredBy rect: CGRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let touched = rect.applying(ctm.concatenating(flip)).snapped.integral
            .overlap(with: CGRect(x: 0, y: 0, width: width, height: height))
        guard !touched.isNull, touched.width > 0, touched.height > 0 else { return (0..<0, 0..<0) }
        return (Int(touched.minX)..<Int(touched.maxX), Int(touched.minY)..<Int(touched.maxY))
    }
}

/// Blends colors into pixels of a layout.
private struct Painter {
    private let red: Int
    private let green: Int
    private let blue: Int
    private let alpha: Int?
    private let isGray: Bool
    private let keepsAlpha: Bool

    init(layout: BitmapLayout) {
        (red, green, blue) = layout.colors
        alpha = layout.alpha
        isGray = layout.isGray
        keepsAlpha = layout.hasAlpha
    }

    /// Puts a color, which is not premultiplied, over a pixel.
    @inline(__always)
    func paint(_ color: SIMD4<UInt8>, over pixel: UnsafeMutablePointer<UInt8>) {
        let opacity = Int(color.w)
        @inline(__always) func blend(_ value: UInt8, _ place: Int) {
            let sum = Int(value) * opacity + Int(pixel[place]) * (255 - opacity)
            pixel[place] = opacity == 255 ? value : UInt8(min((sum + 127) / 255, 255))
        }
        if isGray {
            // The luma of ITU-R BT.601, in thousandths.
            let reds = Int(color.x) * 299
            let greens = Int(color.y) * 587
            let blues = Int(color.z) * 114
            blend(UInt8((reds + greens + blues + 500) / 1000), red)
            return
        }
        blend(color.x, red)
        blend(color.y, green)
        blend(color.z, blue)
        if let alpha {
            if keepsAlpha { blend(255, alpha) } else { pixel[alpha] = 255 }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension CIImage {
    /// Returns the pixels of the image's extent, widened to whole pixels: those that it was created from if they are
    /// neither transformed nor cropped.
    /// - Throws: An error if the extent is empty or too large or if the pixels cannot be read.
    package func rendered() throws -> any PixelSource { try rendered(in: extent) }

    /// Returns the pixels in a rectangle, widened to whole pixels. They are transparent outside the image.
    func rendered(in rect: CGRect) throws -> any PixelSource {
        let area = rect.standardized.snapped.integral
        let largest = CGFloat(1 << 20)
        guard area.width >= 1, area.height >= 1, area.width <= largest, area.height <= largest else {
            throw PixelError(
                "The sides of an image must be 1 to \(1 << 20) pixels, not \(area.width)x\(area.height).")
        }
        guard let inverse = transform.inverse else {
            throw PixelError("The transform of the image maps it to a line or a point.")
        }
        guard let (source, bounds) = try pixels(for: area.applying(inverse)) else {
            return try BitmapPixels(width: Int(area.width), height: Int(area.height)) { _ in }
        }
        if crops.isEmpty, transform.isIdentity, area == bounds { return source }

        let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: -bounds.minX, ty: bounds.maxY)
        let toImage = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: area.minX, ty: area.maxY)
        var visible = bounds
        var slanted: [(rect: CGRect, map: CGAffineTransform)] = []
        for crop in crops {
            guard let back = crop.frame.inverse else { continue }
            if crop.frame.keepsRectangles {
                visible = visible.overlap(with: crop.rect.applying(back))
            } else {
                slanted.append((crop.rect, toImage.concatenating(inverse).concatenating(crop.frame)))
            }
        }
        let width = Int(area.width)
        let height = Int(area.height)
        let sampler = try PixelSampler(
            source, map: toImage.concatenating(inverse).concatenating(flip), bounds: visible.applying(flip).snapped)
        let isFilled =
            source.isOpaque && transform.keepsRectangles && slanted.isEmpty
            && visible.applying(transform).snapped.contains(area)
        return try BitmapPixels(width: width, height: height, isOpaque: isFilled) { bytes in
            bytes.withMemoryRebound(to: SIMD4<UInt8>.self) { target in
                sampler.forEachPixel(columns: 0..<width, rows: 0..<height) { column, row, color in
                    for (rect, map) in slanted {
                        let point = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5).applying(map)
                        if !rect.contains(point) { return }
                    }
                    target[row * width + column] = color
                }
            }
        }
    }

    /// Returns pixels of the base that include those in a rectangle, and where they are; `nil` if it has none there. They are
    /// copied only from buffers of the caller, and only what is computed is limited to the rectangle.
    private func pixels(for rect: CGRect) throws -> (source: any PixelSource, bounds: CGRect)? {
        switch base {
        case .image(let image): return (image.source, baseBounds)
        case .buffer(let buffer): return (try buffer.pixels(), baseBounds)
        case .computed(let image):
            // Where pixels do not fall onto pixels, their neighbors take part, more of them where the image is scaled down.
            let shrinkage = transform.inverse.map { max(abs($0.a), abs($0.b), abs($0.c), abs($0.d)) } ?? 1
            let reach = transform.movesByWholePixels ? 0 : 2 * max(1, shrinkage)
            let area = try PixelArea(rect.snapped.insetBy(dx: -reach, dy: -reach))
            guard let part = area.clipped(to: image.bounds) else { return nil }
            return (try image.pixels(in: part), part.rect)
        }
    }
}

extension CGAffineTransform {
    /// Whether an image is only moved, by whole pixels.
    fileprivate var movesByWholePixels: Bool {
        (a, b, c, d) == (1, 0, 0, 1) && tx == tx.rounded() && ty == ty.rounded()
    }
}

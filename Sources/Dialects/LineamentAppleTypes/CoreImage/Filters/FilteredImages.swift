// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An image whose outermost pixels continue to all sides without an end.
struct ClampedImage: ComputedImage {
    private let image: CIImage
    private let inner: PixelArea
    let bounds = CGRect.infinite

    /// Returns `nil` if the image has no pixels to continue.
    init?(_ image: CIImage) {
        let extent = image.extent
        // Pixels that the image covers in part only would continue as translucent ones.
        let left = extent.minX.rounded(.up)
        let right = extent.maxX.rounded(.down)
        let bottom = extent.minY.rounded(.up)
        let top = extent.maxY.rounded(.down)
        let whole = CGRect(x: left, y: bottom, width: max(0, right - left), height: max(0, top - bottom))
        guard let inner = try? PixelArea(whole.width >= 1 && whole.height >= 1 ? whole : extent) else { return nil }
        self.image = image
        self.inner = inner
    }

    func pixels(in area: PixelArea) throws -> BitmapPixels {
        let part = PixelArea(
            columns: Self.nearest(area.columns, in: inner.columns), rows: Self.nearest(area.rows, in: inner.rows))
        let pixels = try image.rgbaPixels(in: part)
        let columns = area.columns.map { part.columns.nearest($0) - part.columns.lowerBound }
        let rows = area.rows.map { (part.rows.nearest($0) - part.rows.lowerBound) * part.width }
        return try BitmapPixels(area) { column, row in pixels[rows[row] + columns[column]] }
    }

    /// Returns the pixels of a range that others have in common with it, or the nearest to them.
    private static func nearest(_ wanted: Range<Int>, in range: Range<Int>) -> Range<Int> {
        range.nearest(wanted.lowerBound)..<range.nearest(wanted.upperBound - 1) + 1
    }
}

extension Range<Int> {
    /// Returns the element of the range that is nearest to a number.
    fileprivate func nearest(_ number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound - 1) }
}

/// An image blurred by a bell curve. It is larger than the original, which is transparent outside of its extent.
struct BlurredImage: ComputedImage {
    private let image: CIImage
    private let radius: Double
    let bounds: CGRect

    init(_ image: CIImage, radius: Double) {
        let reach = CGFloat(AxisWeights.gaussianReach(radius))
        self.image = image
        self.radius = radius
        bounds = image.extent.isInfinite ? .infinite : image.extent.integral.insetBy(dx: -reach, dy: -reach)
    }

    func pixels(in area: PixelArea) throws -> BitmapPixels {
        // A wide blur is one of means of so many pixels in either direction, which leave nothing to see of that.
        let count = max(1, Int(radius / 4))
        let coarse = count == 1 ? area : area.divided(by: count)
        let variance = count == 1 ? 0 : Double(count * count - 1) / 12 + Double(count * count) / 6
        let remaining = (radius * radius - variance).squareRoot() / Double(count)
        let cells = coarse.widened(by: AxisWeights.gaussianReach(remaining))
        guard let source = cells.multiplied(by: count).clipped(to: image.extent) else {
            return try BitmapPixels(area) { _, _ in .zero }
        }
        var pixels = try image.rgbaPixels(in: source)
        var place = source
        func apply(to target: PixelArea, _ weights: (_ target: Range<Int>, _ source: Range<Int>) -> AxisWeights) {
            let filter = SeparableFilter(
                columns: weights(target.columns, place.columns), rows: weights(target.rows, place.rows))
            pixels = filter.apply(to: pixels, width: place.width)
            place = target
        }
        if count > 1 { apply(to: cells) { .means(of: count, target: $0, source: $1) } }
        apply(to: coarse) { .gaussian(radius: remaining, target: $0, source: $1) }
        if count > 1 { apply(to: area) { .interpolation(between: count, target: $0, source: $1) } }
        return try BitmapPixels(area) { column, row in pixels[row * area.width + column] }
    }
}

/// An image scaled with Lanczos weights.
struct LanczosImage: ComputedImage {
    private let image: CIImage
    private let scaleX: Double
    private let scaleY: Double
    let bounds: CGRect

    init(_ image: CIImage, scaleX: Double, scaleY: Double) {
        self.image = image
        self.scaleX = scaleX
        self.scaleY = scaleY
        let extent = image.extent
        func scaled(_ low: CGFloat, _ high: CGFloat, _ scale: Double) -> (CGFloat, CGFloat) {
            let start = (low * CGFloat(scale)).rounded()
            return (start, max(start + 1, (high * CGFloat(scale)).rounded()) - start)
        }
        let (left, width) = scaled(extent.minX, extent.maxX, scaleX)
        let (bottom, height) = scaled(extent.minY, extent.maxY, scaleY)
        bounds = extent.isInfinite ? extent : CGRect(x: left, y: bottom, width: width, height: height)
    }

    func pixels(in area: PixelArea) throws -> BitmapPixels {
        let needed = PixelArea(
            columns: AxisWeights.lanczosSource(scale: scaleX, target: area.columns),
            rows: AxisWeights.lanczosSource(scale: scaleY, target: area.rows))
        guard let source = needed.clipped(to: image.extent) else { return try BitmapPixels(area) { _, _ in .zero } }
        let filter = SeparableFilter(
            columns: .lanczos(scale: scaleX, target: area.columns, source: source.columns),
            rows: .lanczos(scale: scaleY, target: area.rows, source: source.rows))
        let pixels = try filter.apply(to: image.rgbaPixels(in: source), width: source.width)
        return try BitmapPixels(area) { column, row in pixels[row * area.width + column] }
    }
}

/// The edges of an image: for red, green and blue the slope between neighboring pixels, with the alpha of the image.
struct EdgeImage: ComputedImage {
    private let image: CIImage
    private let intensity: Float
    let bounds: CGRect

    init(_ image: CIImage, intensity: Float) {
        self.image = image
        self.intensity = intensity
        bounds = image.extent.isInfinite ? .infinite : image.extent.integral
    }

    func pixels(in area: PixelArea) throws -> BitmapPixels {
        guard let source = area.widened(by: 1).clipped(to: image.extent) else {
            return try BitmapPixels(area) { _, _ in .zero }
        }
        let pixels = try image.rgbaPixels(in: source)
        func places(_ range: Range<Int>, _ source: Range<Int>) -> [SIMD3<Int>] {
            range.map { place in
                SIMD3(source.nearest(place - 1), source.nearest(place), source.nearest(place + 1)) &- source.lowerBound
            }
        }
        let columns = places(area.columns, source.columns)
        let rows = places(area.rows, source.rows).map { $0 &* source.width }
        return try BitmapPixels(area) { column, row in
            let x = columns[column]
            let y = rows[row]
            // Sobel's operators, whose sum for a step from 0 to 1 is 4.
            func color(_ row: Int, _ column: Int) -> SIMD4<Float> { pixels[row + column].premultiplied }
            let topLeft = color(y.x, x.x)
            let top = color(y.x, x.y)
            let topRight = color(y.x, x.z)
            let left = color(y.y, x.x)
            let center = color(y.y, x.y)
            let right = color(y.y, x.z)
            let lowLeft = color(y.z, x.x)
            let low = color(y.z, x.y)
            let lowRight = color(y.z, x.z)
            let across = (topRight - topLeft) + (right - left) * 2 + (lowRight - lowLeft)
            let down = (lowLeft - topLeft) + (low - top) * 2 + (lowRight - topRight)
            var slope = (across * across + down * down).squareRoot() * (intensity / 4)
            slope.w = center.w
            return SIMD4(premultiplied: slope)
        }
    }
}

/// One pixel with the mean color of a part of an image, which is transparent outside of its extent.
struct AverageImage: ComputedImage {
    private let image: CIImage
    private let part: PixelArea
    let bounds = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// Returns `nil` if the part has no pixels or too many.
    init?(_ image: CIImage, in rect: CGRect) {
        guard let part = try? PixelArea(rect.standardized) else { return nil }
        self.image = image
        self.part = part
    }

    func pixels(in area: PixelArea) throws -> BitmapPixels {
        var sum = SIMD4<Double>.zero
        if let source = part.clipped(to: image.extent) {
            for color in try image.rgbaPixels(in: source) { sum += SIMD4<Double>(color.premultiplied) }
        }
        let mean = SIMD4<UInt8>(premultiplied: SIMD4<Float>(sum / (Double(part.width) * Double(part.height))))
        return try BitmapPixels(area) { _, _ in mean }
    }
}

/// An image without pixels.
struct EmptyImage: ComputedImage {
    let bounds = CGRect.zero

    func pixels(in area: PixelArea) throws -> BitmapPixels { throw PixelError("An empty image has no pixels.") }
}

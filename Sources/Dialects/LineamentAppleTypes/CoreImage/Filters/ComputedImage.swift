// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An image whose pixels are computed when they are needed, and only those that are.
protocol ComputedImage: Sendable {
    /// The rectangle of the image, in whole pixels; it may be infinite.
    var bounds: CGRect { get }
    /// Returns the pixels in a rectangle of whole pixels inside of ``bounds``.
    func pixels(in area: PixelArea) throws -> BitmapPixels
}

/// A rectangle of whole pixels. Its rows are counted downward from the origin: the pixel above it is in row -1.
struct PixelArea: Equatable {
    let columns: Range<Int>
    let rows: Range<Int>

    /// Takes the pixels that a rectangle touches.
    /// - Throws: An error if it has no pixels or lies where coordinates are no longer exact.
    init(_ rect: CGRect) throws {
        let rect = rect.integral
        let limit = CGFloat(1 << 40)
        guard rect.width >= 1, rect.height >= 1, rect.minX > -limit, rect.maxX < limit, rect.minY > -limit,
            rect.maxY < limit
        else { throw PixelError("An image cannot be computed in \(rect).") }
        columns = Int(rect.minX)..<Int(rect.maxX)
        rows = -Int(rect.maxY)..<(-Int(rect.minY))
    }

    init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
    }

    var width: Int { columns.count }
    var height: Int { rows.count }
    var rect: CGRect { CGRect(x: columns.lowerBound, y: -rows.upperBound, width: width, height: height) }

    /// Returns the area widened by a number of pixels to all sides.
    func widened(by reach: Int) -> PixelArea {
        PixelArea(
            columns: columns.lowerBound - reach..<columns.upperBound + reach,
            rows: rows.lowerBound - reach..<rows.upperBound + reach)
    }

    /// Returns the area of pixels that are `count` times as large, with those that interpolation between them needs.
    func divided(by count: Int) -> PixelArea {
        func divided(_ range: Range<Int>) -> Range<Int> {
            func cell(_ place: Int) -> Int { Int((Double(place) / Double(count)).rounded(.down)) }
            return cell(range.lowerBound) - 1..<cell(range.upperBound - 1) + 2
        }
        return PixelArea(columns: divided(columns), rows: divided(rows))
    }

    /// Returns the area of the pixels that make up these.
    func multiplied(by count: Int) -> PixelArea {
        PixelArea(
            columns: columns.lowerBound * count..<columns.upperBound * count,
            rows: rows.lowerBound * count..<rows.upperBound * count)
    }

    /// Returns the pixels that are also in another rectangle, which may be infinite; `nil` if there are none.
    func clipped(to rect: CGRect) -> PixelArea? { try? PixelArea(self.rect.overlap(with: rect.integral)) }
}

extension CIImage {
    /// Creates an image of computed pixels.
    convenience init(_ computed: any ComputedImage, properties: [String: Any] = [:]) {
        self.init(base: .computed(computed), extent: computed.bounds, properties: properties)
    }

    /// Returns the pixels in an area, row by row from the top, as red, green, blue and alpha, not premultiplied.
    func rgbaPixels(in area: PixelArea) throws -> [SIMD4<UInt8>] {
        let source = try rendered(in: area.rect)
        return try [SIMD4<UInt8>](unsafeUninitializedCapacity: area.width * area.height) { memory, used in
            memory.initialize(repeating: SIMD4(0, 0, 0, 0))
            try memory.withMemoryRebound(to: UInt8.self) { try source.copyRGBA(to: $0) }
            used = memory.count
        }
    }
}

extension BitmapPixels {
    /// Creates an image of an area, whose pixels `color` returns by their place in it, from the upper left.
    convenience init(_ area: PixelArea, color: (_ column: Int, _ row: Int) -> SIMD4<UInt8>) throws {
        try self.init(width: area.width, height: area.height) { bytes in
            bytes.withMemoryRebound(to: SIMD4<UInt8>.self) { target in
                for row in 0..<area.height {
                    for column in 0..<area.width { target[row * area.width + column] = color(column, row) }
                }
            }
        }
    }
}

extension SIMD4<UInt8> {
    /// The color of a pixel premultiplied with its alpha, and the alpha, 0 to 255.
    @inline(__always)
    var premultiplied: SIMD4<Float> {
        let value = SIMD4<Float>(Float(x), Float(y), Float(z), Float(w))
        return w == 255 ? value : value * SIMD4<Float>(SIMD3(repeating: value.w / 255), 1)
    }

    /// Creates a pixel from a color that is premultiplied with alpha; what is outside 0 to 255 becomes the nearer of the two.
    @inline(__always)
    init(premultiplied value: SIMD4<Float>) {
        guard value.w >= 0.5 else {
            self = SIMD4(0, 0, 0, 0)
            return
        }
        let alpha = Swift.min(value.w, 255)
        let color = value * SIMD4<Float>(SIMD3(repeating: 255 / alpha), 1)
        let limited = (color + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4<Float>(repeating: 255))
        // The vectors' own conversion takes ten times as long.
        self = SIMD4(UInt8(limited.x), UInt8(limited.y), UInt8(limited.z), UInt8(limited.w))
    }
}

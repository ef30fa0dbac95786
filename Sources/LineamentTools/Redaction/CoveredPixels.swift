// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament

/// The pixels of an image in `bgra8`, parts of which are made unrecognizable.
package struct CoveredPixels {
    private let bytes: UnsafeMutableRawBufferPointer
    private let width: Int
    private let height: Int
    private let bytesPerRow: Int

    /// The side of a cell, relative to the width of a face.
    private static let cellOfFace = 0.75
    /// The side of a cell in silhouettes, relative to the shorter side of the image.
    private static let cellOfImage = 1.0 / 24
    /// The confidence of a mask from which a pixel is covered entirely.
    private static let certainty: Float = 0.3

    package init(_ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int) {
        (self.bytes, self.width, self.height, self.bytesPerRow) = (bytes, width, height, bytesPerRow)
    }

    /// Covers the people in a mask, if it has the size of the image, then areas.
    package func cover(_ areas: [RedactedArea], silhouette: Mask?, _ method: RedactionMethod) {
        if let silhouette, silhouette.width == width, silhouette.height == height { cover(silhouette, method) }
        for area in areas { cover(area, method) }
    }

    /// Covers the ellipse or the rectangle of an area.
    private func cover(_ area: RedactedArea, _ method: RedactionMethod) {
        guard let bounds = CoveredPart(of: area.outline, width: width, height: height) else { return }
        let paint = paint(method, over: bounds, area: area.rect, cell: area.faceWidth * Self.cellOfFace)
        blend(paint, bounds, opacity: area.opacity())
    }

    /// Covers the people in a mask the size of the image.
    private func cover(_ silhouette: Mask, _ method: RedactionMethod) {
        silhouette.withUnsafeFloats { mask in
            guard let bounds = CoveredPart(of: mask, width: width, height: height) else { return }
            let cell = Double(min(width, height)) * Self.cellOfImage
            let area = CGRect(
                x: bounds.columns.lowerBound, y: bounds.rows.lowerBound, width: bounds.columns.count,
                height: bounds.rows.count)
            blend(paint(method, over: bounds, area: area, cell: cell), bounds) { x, y in
                Double(min(1, mask[y * width + x] / Self.certainty))
            }
        }
    }

    /// Returns the color of each pixel that covers.
    private typealias Paint = (_ x: Int, _ y: Int) -> SIMD3<Float>

    private func paint(_ method: RedactionMethod, over part: CoveredPart, area: CGRect, cell: Double) -> Paint {
        switch method {
        case .blur:
            let cells = CellMeans(self, part.columns, part.rows, side: cell)
            return { cells.smooth($0, $1) }
        case .pixelate:
            let cells = CellMeans(self, part.columns, part.rows, side: cell)
            return { cells.flat($0, $1) }
        case .fill(let color):
            let value = SIMD3(Float(color.blue), Float(color.green), Float(color.red)) * 255
            return { _, _ in value }
        case .image(let picture):
            let picture = StampedPicture(picture, in: area)
            return { picture.color($0, $1) }
        }
    }

    private func blend(_ paint: Paint, _ part: CoveredPart, opacity: (_ x: Int, _ y: Int) -> Double) {
        for y in part.rows {
            for x in part.columns {
                let share = Float(opacity(x, y))
                guard share > 0 else { continue }
                let old = self[x, y]
                self[x, y] = old + (paint(x, y) - old) * share
                let alpha = y * bytesPerRow + 4 * x + 3
                bytes[alpha] += UInt8((Float(255 - bytes[alpha]) * share).rounded())
            }
        }
    }

    /// Blue, green and red of a pixel, 0 to 255.
    fileprivate subscript(x: Int, y: Int) -> SIMD3<Float> {
        get {
            let at = y * bytesPerRow + 4 * x
            return SIMD3(Float(bytes[at]), Float(bytes[at + 1]), Float(bytes[at + 2]))
        }
        nonmutating set {
            let at = y * bytesPerRow + 4 * x
            for channel in 0..<3 { bytes[at + channel] = UInt8(max(0, min(255, newValue[channel].rounded()))) }
        }
    }

    /// The opacity of a pixel, 0 to 255.
    fileprivate func opacity(_ x: Int, _ y: Int) -> Int { Int(bytes[y * bytesPerRow + 4 * x + 3]) }
}

/// The means of square cells of a part of an image, all that remains of it.
private struct CellMeans {
    private let origin: SIMD2<Int>
    private let side: Int
    private let columns: Int
    private let rows: Int
    private let means: [SIMD3<Float>]

    init(_ pixels: CoveredPixels, _ columns: Range<Int>, _ rows: Range<Int>, side: Double) {
        let side = Int(max(6, min(side.rounded(.up), 65_536)))
        origin = SIMD2(columns.lowerBound, rows.lowerBound)
        self.side = side
        self.columns = (columns.count - 1) / side + 1
        self.rows = (rows.count - 1) / side + 1
        var means: [SIMD3<Float>?] = []
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: side) {
            for left in stride(from: columns.lowerBound, to: columns.upperBound, by: side) {
                let (right, bottom) = (min(columns.upperBound, left + side), min(rows.upperBound, top + side))
                var sum = SIMD3<Float>.zero
                var opacity = 0
                for y in top..<bottom {
                    for x in left..<right {
                        sum += pixels[x, y]
                        opacity += pixels.opacity(x, y)
                    }
                }
                means.append(opacity > 0 ? sum / Float(Double(opacity) / 255) : nil)
            }
        }
        // Cells in which nothing shows have no color of their own.
        let seen = means.compactMap(\.self)
        let whole = seen.isEmpty ? .zero : seen.reduce(.zero, +) / Float(seen.count)
        self.means = means.map { whole + (($0 ?? whole) - whole) * Self.contrast }
    }

    /// The share of the differences between cells that is kept. With all of it, dark hair above a light spot is still a
    /// face to a detector.
    private static let contrast: Float = 0.3

    /// Returns the mean of the cell that a pixel is in.
    func flat(_ x: Int, _ y: Int) -> SIMD3<Float> { self[(x - origin.x) / side, (y - origin.y) / side] }

    /// Returns a blend of the means of the four nearest cells.
    func smooth(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let place = (SIMD2(Float(x - origin.x), Float(y - origin.y)) + 0.5) / Float(side) - 0.5
        let corner = place.rounded(.down)
        let (column, row, share) = (Int(corner.x), Int(corner.y), place - corner)
        let top = self[column, row] + (self[column + 1, row] - self[column, row]) * share.x
        let bottom = self[column, row + 1] + (self[column + 1, row + 1] - self[column, row + 1]) * share.x
        return top + (bottom - top) * share.y
    }

    private subscript(column: Int, row: Int) -> SIMD3<Float> {
        means[max(0, min(rows - 1, row)) * columns + max(0, min(columns - 1, column))]
    }
}

/// A picture that is scaled to a rectangle.
private struct StampedPicture {
    private let colors: [SIMD3<Float>]
    private let width: Int
    private let height: Int
    private let area: CGRect

    init(_ picture: PixelBuffer, in area: CGRect) {
        (width, height, self.area) = (picture.width, picture.height, area)
        guard let layout = picture.format.packedLayout else {
            colors = []
            return
        }
        let hasAlpha = picture.format == .rgba8 || picture.format == .bgra8
        let colors = try? picture.withPlanes { planes in
            (0..<picture.width * picture.height).map { index in
                let row = planes[0].address + index / picture.width * planes[0].bytesPerRow
                let pixel = (row + index % picture.width * layout.bytesPerPixel).assumingMemoryBound(to: UInt8.self)
                let color = SIMD3(Float(pixel[layout.blue]), Float(pixel[layout.green]), Float(pixel[layout.red]))
                return hasAlpha ? color * (Float(pixel[3]) / 255) : color
            }
        }
        self.colors = colors ?? []
    }

    func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
        guard !colors.isEmpty else { return .zero }
        func index(_ place: Double, _ count: Int) -> Int { Int(max(0, min(Double(count - 1), place * Double(count)))) }
        let column = index((Double(x) + 0.5 - area.minX) / area.width, width)
        let row = index((Double(y) + 0.5 - area.minY) / area.height, height)
        return colors[row * width + column]
    }
}

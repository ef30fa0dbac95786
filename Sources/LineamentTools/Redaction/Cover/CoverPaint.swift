// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Blue, green, red and opacity in 256ths of a step: 0 to 255 · 256.
typealias CoverColor = SIMD4<UInt32>

/// How much a pixel is covered.
enum CoverShare {
    /// The share of a pixel that is covered entirely.
    static let whole: UInt32 = 256
}

extension CoverColor {
    /// Creates an opaque color from blue, green and red, 0 to 255.
    init(opaque color: SIMD3<Float>) {
        let steps = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255)) * 256
        self.init(UInt32(steps.x), UInt32(steps.y), UInt32(steps.z), 255 * 256)
    }

    /// Returns a blend with another color: 256 for all of that.
    @inline(__always)
    func blended(with other: CoverColor, share: UInt32) -> CoverColor {
        (self &* CoverColor(repeating: 256 &- share) &+ other &* CoverColor(repeating: share)) &>> 8
    }
}

/// The colors that cover a part of an image.
protocol CoverPaint {
    /// Writes the colors of a row.
    func fill(_ colors: UnsafeMutableBufferPointer<CoverColor>, row: Int)
}

/// One color.
struct PlainPaint: CoverPaint {
    private let color: CoverColor

    init(_ color: Color) {
        self.color = CoverColor(opaque: SIMD3(Float(color.blue), Float(color.green), Float(color.red)) * 255)
    }

    func fill(_ colors: UnsafeMutableBufferPointer<CoverColor>, row: Int) { colors.update(repeating: color) }
}

/// The means of square cells of a part of an image, all that remains of it.
struct CellMeans {
    private let part: CoveredPart
    private let side: Int
    private let columns: Int
    private let rows: Int
    private let means: [CoverColor]

    /// The share of the differences between cells that is kept. With all of it, dark hair above a light spot is still a
    /// face to a detector.
    private static let contrast: Float = 0.3

    init(_ pixels: CoveredPixels, _ part: CoveredPart, side: Double) {
        let side = Int(max(6, min(side.rounded(.up), 65_536)))
        self.part = part
        self.side = side
        columns = (part.columns.count - 1) / side + 1
        rows = (part.rows.count - 1) / side + 1
        var means: [SIMD3<Float>?] = []
        for top in stride(from: part.rows.lowerBound, to: part.rows.upperBound, by: side) {
            for left in stride(from: part.columns.lowerBound, to: part.columns.upperBound, by: side) {
                let cell = CoveredPart(
                    columns: left..<min(part.columns.upperBound, left + side),
                    rows: top..<min(part.rows.upperBound, top + side))
                let sum = SIMD4<Double>(pixels.sum(of: cell))
                let color = SIMD3(sum.x, sum.y, sum.z) / (sum.w / 255)
                means.append(sum.w > 0 ? SIMD3<Float>(color) : nil)
            }
        }
        // Cells in which nothing shows have no color of their own.
        let seen = means.compactMap(\.self)
        let whole = seen.isEmpty ? .zero : seen.reduce(.zero, +) / Float(seen.count)
        self.means = means.map { CoverColor(opaque: whole + (($0 ?? whole) - whole) * Self.contrast) }
    }

    /// Each pixel has the mean of its cell.
    var flat: any CoverPaint { Flat(cells: self) }

    /// Each pixel has a blend of the means of the four nearest cells.
    var smooth: any CoverPaint { Smooth(self) }

    private struct Flat: CoverPaint {
        let cells: CellMeans

        func fill(_ colors: UnsafeMutableBufferPointer<CoverColor>, row: Int) {
            let first = (row - cells.part.rows.lowerBound) / cells.side * cells.columns
            for column in 0..<cells.columns {
                let end = min(colors.count, (column + 1) * cells.side)
                for index in column * cells.side..<end { colors[index] = cells.means[first + column] }
            }
        }
    }

    private struct Smooth: CoverPaint {
        private let cells: CellMeans
        /// For each column of pixels the cell to the left, counted from that before the first one, and the share of the next.
        private let places: [(cell: Int, share: UInt32)]

        init(_ cells: CellMeans) {
            self.cells = cells
            places = cells.part.columns.indices.map { Self.place($0 - cells.part.columns.lowerBound, side: cells.side) }
        }

        private static func place(_ pixel: Int, side: Int) -> (cell: Int, share: UInt32) {
            // In halves of a pixel, from the middle of the cell before the first one.
            let (cell, rest) = (2 * pixel + 1 + side).quotientAndRemainder(dividingBy: 2 * side)
            return (cell, UInt32(rest * 256 / (2 * side)))
        }

        func fill(_ colors: UnsafeMutableBufferPointer<CoverColor>, row: Int) {
            let (above, share) = Self.place(row - cells.part.rows.lowerBound, side: cells.side)
            let means = (0..<cells.columns).map { column in
                cells[column, above - 1].blended(with: cells[column, above], share: share)
            }
            guard let first = means.first, let last = means.last else { return }
            // The cells at the border are repeated beyond it.
            let line = [first] + means + [last]
            for (index, place) in places.enumerated() {
                colors[index] = line[place.cell].blended(with: line[place.cell + 1], share: place.share)
            }
        }
    }

    private subscript(column: Int, row: Int) -> CoverColor { means[max(0, min(rows - 1, row)) * columns + column] }
}

/// An image in one plane that is scaled to a rectangle, repeated at its border.
struct ImagePaint: CoverPaint {
    private let image: PixelBuffer
    private let area: CGRect
    /// The column of the image for each column of pixels.
    private let columns: [Int]

    init(_ image: PixelBuffer, in area: CGRect, over columns: Range<Int>) {
        (self.image, self.area) = (image, area)
        self.columns = columns.map { Self.place(Double($0) + 0.5 - area.minX, of: area.width, in: image.width) }
    }

    private static func place(_ offset: Double, of length: Double, in count: Int) -> Int {
        Int(max(0, min(Double(count - 1), offset / length * Double(count))))
    }

    func fill(_ colors: UnsafeMutableBufferPointer<CoverColor>, row: Int) {
        colors.update(repeating: CoverColor(opaque: .zero))
        guard let layout = image.format.packedLayout else { return }
        let alpha = image.format.alphaOffset
        let line = Self.place(Double(row) + 0.5 - area.minY, of: area.height, in: image.height)
        try? image.withPlanes { planes in
            let start = planes[0].address + line * planes[0].bytesPerRow
            for (index, column) in columns.enumerated() {
                let pixel = (start + column * layout.bytesPerPixel).assumingMemoryBound(to: UInt8.self)
                let color = SIMD3(Float(pixel[layout.blue]), Float(pixel[layout.green]), Float(pixel[layout.red]))
                colors[index] = CoverColor(opaque: alpha.map { color * (Float(pixel[$0]) / 255) } ?? color)
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A mask of square cells, each of which is covered if any of its pixels is: few enough to be written in a plan.
struct CellMask: Sendable, Hashable {
    /// The side of a cell, in pixels. Cells are counted from the upper left corner of the image.
    let side: Int
    let columns: Range<Int>
    let rows: Range<Int>
    /// Whether each cell is covered, row by row.
    private(set) var cells: [Bool]

    /// The largest number of cells along the longer side of a person: in videos, whose frames each have a mask, and in images.
    static let frameLimit = 64
    static let imageLimit = 256

    /// Creates the cells of the pixels of a mask that are not zero; `nil` if there are none.
    /// - Parameter limit: The largest number of cells along the longer side.
    init?(_ mask: Mask, limit: Int) {
        let width = mask.width
        guard let part = mask.coveredPart else { return nil }
        self.init(side: Self.side(for: max(part.columns.count, part.rows.count), limit), part.columns, part.rows)
        let (side, left, top, count) = (side, columns.lowerBound, rows.lowerBound, columns.count)
        mask.withUnsafeBytes { bytes in
            for y in part.rows {
                let row = (y / side - top) * count
                for column in columns where !cells[row + column - left] {
                    let from = max(column * side, part.columns.lowerBound)
                    let to = min((column + 1) * side, part.columns.upperBound)
                    cells[row + column - left] = bytes[y * width + from..<y * width + to].contains { $0 > 0 }
                }
            }
        }
    }

    /// Creates open cells that contain a part of an image, in pixels.
    private init(side: Int, _ columns: Range<Int>, _ rows: Range<Int>) {
        self.side = side
        self.columns = columns.lowerBound / side..<(columns.upperBound + side - 1) / side
        self.rows = rows.lowerBound / side..<(rows.upperBound + side - 1) / side
        cells = [Bool](repeating: false, count: self.columns.count * self.rows.count)
    }

    /// Returns the side of a cell: one of few, so that it stays the same while a person moves.
    private static func side(for length: Int, _ limit: Int) -> Int {
        var side = 2
        while length > side * limit {
            // 2, 3, 4, 6, 8, 12 and so on.
            side = side & (side - 1) == 0 ? side / 2 * 3 : side / 3 * 4
        }
        return side
    }

    /// The number of cells that are covered.
    var count: Int { cells.reduce(0) { $1 ? $0 + 1 : $0 } }

    /// The rectangle of all cells, in pixels.
    var rect: CGRect {
        CGRect(
            x: columns.lowerBound * side, y: rows.lowerBound * side, width: columns.count * side,
            height: rows.count * side)
    }

    /// The mask as a plan has it.
    var planned: PlannedMask { PlannedMask(columns: columns.count, rows: rows.count, cells: cells) }

    /// Returns the mask with cells of another side, in an image of another size, which contain these.
    func converted(to side: Int, by scale: SIMD2<Double> = SIMD2(1, 1)) -> CellMask {
        guard side != self.side || scale != SIMD2(1, 1) else { return self }
        func pixels(_ range: Range<Int>, _ factor: Double) -> Range<Int> {
            let first = Int((Double(range.lowerBound * self.side) * factor).rounded(.down))
            return first..<max(first + 1, Int((Double(range.upperBound * self.side) * factor).rounded(.up)))
        }
        var other = CellMask(side: side, pixels(columns, scale.x), pixels(rows, scale.y))
        for (index, isCovered) in cells.enumerated() where isCovered {
            let column = columns.lowerBound + index % columns.count
            let row = rows.lowerBound + index / columns.count
            other.cover(
                CellMask(side: side, pixels(column..<column + 1, scale.x), pixels(row..<row + 1, scale.y)).bounds)
        }
        return other
    }

    private typealias Bounds = (columns: Range<Int>, rows: Range<Int>)

    private var bounds: Bounds { (columns, rows) }

    private mutating func cover(_ bounds: Bounds) {
        for row in bounds.rows {
            for column in bounds.columns {
                cells[(row - rows.lowerBound) * columns.count + column - columns.lowerBound] = true
            }
        }
    }

    /// Returns the cells that are covered in this mask or in another one; the larger cells of both.
    func union(_ other: CellMask) -> CellMask {
        guard self != other else { return self }
        let side = max(side, other.side)
        let one = converted(to: side)
        let two = other.converted(to: side)
        func pixels(_ range: KeyPath<CellMask, Range<Int>>) -> Range<Int> {
            let first = one[keyPath: range]
            let second = two[keyPath: range]
            return min(first.lowerBound, second.lowerBound) * side..<max(first.upperBound, second.upperBound) * side
        }
        var whole = CellMask(side: side, pixels(\.columns), pixels(\.rows))
        for part in [one, two] {
            for (index, isCovered) in part.cells.enumerated() where isCovered {
                let column = part.columns.lowerBound - whole.columns.lowerBound + index % part.columns.count
                let row = part.rows.lowerBound - whole.rows.lowerBound + index / part.columns.count
                whole.cells[row * whole.columns.count + column] = true
            }
        }
        return whole
    }
}

extension Mask {
    /// The columns and rows that contain all pixels which are not zero; `nil` if there are none.
    fileprivate var coveredPart: (columns: Range<Int>, rows: Range<Int>)? {
        withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var left = width
            var right = 0
            var top = height
            var bottom = 0
            for y in 0..<height {
                let start = y * width
                var first = start
                let end = start + width
                // Most of a mask is empty, so eight pixels at once.
                while first + 8 <= end, bytes.loadUnaligned(fromByteOffset: first, as: UInt64.self) == 0 { first += 8 }
                while first < end, bytes[first] == 0 { first += 1 }
                guard first < end else { continue }
                var last = end
                while last - 8 >= first, bytes.loadUnaligned(fromByteOffset: last - 8, as: UInt64.self) == 0 {
                    last -= 8
                }
                while last > first, bytes[last - 1] == 0 { last -= 1 }
                left = min(left, first - start)
                right = max(right, last - start)
                top = min(top, y)
                bottom = y + 1
            }
            return left < right ? (left..<right, top..<bottom) : nil
        }
    }
}

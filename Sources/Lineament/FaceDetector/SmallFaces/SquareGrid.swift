// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Squares of several sizes, each of which covers an image with neighbors that overlap by half.
struct SquareGrid {
    /// The sides of the squares, in pixels of the image.
    private static let sides: [Float] = [1536, 768, 384, 192, 96]
    /// The distance between neighboring squares, relative to their side.
    private static let step: Float = 0.5
    /// The side of the square in which the full-range model detects a face best, relative to the width of the face.
    private static let bestSide: Float = 10
    /// The width of a face that the model may detect, relative to the side of the square.
    private static let visibleWidth: ClosedRange<Float> = 0.04...0.45

    /// A square by its place in the grid.
    struct Square: Hashable {
        /// The index of its size, the largest first.
        var level: Int
        var column: Int
        var row: Int
    }

    /// The squares of a size.
    private struct Level {
        let side: Float
        /// The centers of columns and rows, in pixels.
        let columns: [Float]
        let rows: [Float]

        init(side: Float, in size: ImageSize) {
            self.side = side
            columns = ImageTiling.centers(length: size.width, side: side, spacing: side * SquareGrid.step)
            rows = ImageTiling.centers(length: size.height, side: side, spacing: side * SquareGrid.step)
        }
    }

    private let size: ImageSize
    private let levels: [Level]

    /// Creates the squares of an image.
    /// - Parameter size: The size of the image, in pixels.
    init(size: ImageSize) {
        self.size = size
        levels = Self.sides.filter { $0 < max(size.width, size.height) }.map { Level(side: $0, in: size) }
    }

    /// Returns the squares of the smallest size of which there are at most `maxCount`; none if there is no such size.
    func finestLevel(maxCount: Int) -> [Square] {
        levels.indices.last { levels[$0].columns.count * levels[$0].rows.count <= maxCount }.map(squares) ?? []
    }

    /// Returns all squares of the size that shows faces of a width, a fraction of the image, best.
    func squares(forWidth width: Float) -> [Square] { bestLevel(forWidth: width).map(squares) ?? [] }

    private func squares(of level: Int) -> [Square] {
        levels[level].rows.indices.flatMap { row in
            levels[level].columns.indices.map { Square(level: level, column: $0, row: row) }
        }
    }

    private func bestLevel(forWidth width: Float) -> Int? {
        // Sides differ by factors.
        func misfit(_ level: Int) -> Float { abs(log(levels[level].side / (Self.bestSide * width * size.width))) }
        return levels.indices.min { misfit($0) < misfit($1) }
    }

    /// Returns the square that shows a face best.
    /// - Parameters:
    ///   - box: The bounding box of the face, in fractions of the image.
    ///   - neighboringSizes: Whether to also return the best squares of the next sizes that can show the face.
    func squares(around box: BoundingBox, neighboringSizes: Bool) -> [Square] {
        guard let best = bestLevel(forWidth: box.size.x) else { return [] }
        let width = box.size.x * size.width
        let wanted = neighboringSizes ? [best - 1, best, best + 1] : [best]
        return wanted.filter { levels.indices.contains($0) && Self.visibleWidth.contains(width / levels[$0].side) }
            .map { square(nearestTo: box.center * SIMD2(size.width, size.height), level: $0) }
    }

    /// Returns a square as a region of the image.
    func region(of square: Square, rotation: Float) -> RotatedRect {
        let level = levels[square.level]
        return RotatedRect(
            xCenter: level.columns[square.column] / size.width, yCenter: level.rows[square.row] / size.height,
            width: level.side / size.width, height: level.side / size.height, rotation: rotation)
    }

    private func square(nearestTo point: SIMD2<Float>, level: Int) -> Square {
        func nearest(_ centers: [Float], to position: Float) -> Int {
            centers.indices.min { abs(centers[$0] - position) < abs(centers[$1] - position) } ?? 0
        }
        return Square(
            level: level, column: nearest(levels[level].columns, to: point.x),
            row: nearest(levels[level].rows, to: point.y))
    }
}

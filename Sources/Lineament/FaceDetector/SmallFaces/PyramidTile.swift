// SPDX-License-Identifier: Apache-2.0

/// A rectangle of one level of an image pyramid that YuNet is run on, in the level's pixels.
struct PyramidTile: Sendable {
    /// The width of the network's input, without its border.
    let width: Int
    /// The height of the network's input, without its border.
    let height: Int
    /// The center of the tile, in pixels of the level.
    let center: SIMD2<Float>
    /// The number of pixels of the level per pixel of the input.
    let step: Float
    /// The rotation of the tile about its center.
    let turn: QuarterTurn

    /// The tile with a border of one pixel on each side, two in all, which the network's first layer reads.
    var borderedRegion: PixelRegion {
        PixelRegion(
            xCenter: center.x, yCenter: center.y, width: Float(width + 2) * step, height: Float(height + 2) * step,
            rotation: turn.angle)
    }

    /// Converts a detection from pixels of the tile to pixels of the full-size image.
    func placed(_ face: YuNetDetection, scale: Float) -> YuNetDetection {
        func placed(_ point: SIMD2<Float>) -> SIMD2<Float> {
            let offset = (point - SIMD2(Float(width), Float(height)) / 2) * step
            return (center + turn.rotated(offset)) * scale
        }
        return YuNetDetection(
            center: placed(face.center), size: face.size * step * scale, score: face.score,
            points: face.points.map(placed), turn: turn)
    }
}

extension PyramidTile {
    /// The sizes of a tile that is wider than high, in pixels of the network's input. There are few, as the model is
    /// compiled for each.
    private static let sizes = [
        (width: 64, height: 64), (width: 128, height: 128), (width: 256, height: 256), (width: 320, height: 256),
    ]
    /// The overlap of neighboring tiles, in pixels. Larger faces are detected in a smaller level of the pyramid.
    private static let overlap = 64

    /// Returns the tiles that cover a level.
    /// - Parameters:
    ///   - level: The level.
    ///   - step: The number of pixels of the level per pixel of the network's input.
    ///   - turn: The rotation of the tiles about their centers.
    static func covering(_ level: ImagePyramid.Level, step: Float, turn: QuarterTurn) -> [PyramidTile] {
        let frame = Frame(level, step: step, turn: turn)
        let tile = frame.tileSize
        let size = frame.turnedSize
        return centers(length: size.y, side: tile.height).flatMap { y in
            centers(length: size.x, side: tile.width).map { frame.tile(at: SIMD2($0, y)) }
        }
    }

    /// Returns tiles of a level that contain boxes, each of them in one tile, if it fits.
    /// - Parameters:
    ///   - boxes: The boxes, in pixels of the image.
    ///   - level: The level.
    ///   - step: The number of pixels of the level per pixel of the network's input.
    ///   - turn: The rotation of the tiles about their centers.
    static func around(
        _ boxes: [BoundingBox], of level: ImagePyramid.Level, step: Float, turn: QuarterTurn
    ) -> [PyramidTile] {
        let frame = Frame(level, step: step, turn: turn)
        let side = SIMD2(Float(frame.tileSize.width), Float(frame.tileSize.height))
        var rest = boxes.map { frame.turned($0, scale: level.scale) }.sorted { $0.minimum.y < $1.minimum.y }
        var tiles: [PyramidTile] = []
        while let first = rest.first {
            // Those that fit below the upper edge of the first; of these, a run that starts as far left as possible.
            let limit = first.minimum + side
            let row = rest.filter { $0.maximum.y <= limit.y }
            let left = row.map(\.minimum.x).filter { $0 + side.x >= first.maximum.x }.min() ?? first.minimum.x
            let corner = frame.clamped(SIMD2(min(left, first.minimum.x), first.minimum.y))
            let count = rest.count
            rest.removeAll { frame.contains($0, inTileAt: corner) }
            tiles.append(frame.tile(at: corner + side / 2))
            if rest.count == count { rest.removeFirst() }
        }
        return tiles
    }

    /// Returns the centers of tiles that cover a length.
    private static func centers(length: Float, side: Int) -> [Float] {
        // A level that fits begins where the tile does.
        guard length > Float(side) else { return [Float(side) / 2] }
        return ImageTiling.centers(length: length, side: Float(side), spacing: Float(side - overlap))
    }

    /// A level as the tiles of one rotation see it: turned, in pixels of the network's input.
    private struct Frame {
        /// The size of the level.
        let size: SIMD2<Float>
        let step: Float
        let turn: QuarterTurn
        /// The size of the turned level.
        let turnedSize: SIMD2<Float>
        let tileSize: (width: Int, height: Int)

        init(_ level: ImagePyramid.Level, step: Float, turn: QuarterTurn) {
            size = SIMD2(Float(level.width), Float(level.height))
            self.step = step
            self.turn = turn
            let turned = (turn.swapsSides ? SIMD2(size.y, size.x) : size) / step
            turnedSize = turned
            let sizes = PyramidTile.sizes
            let longer = max(turned.x, turned.y)
            let shorter = min(turned.x, turned.y)
            let landscape =
                sizes.first { Float($0.width) >= longer && Float($0.height) >= shorter } ?? sizes[sizes.count - 1]
            // The long side of a tile follows that of the image.
            tileSize = turned.y > turned.x ? (landscape.height, landscape.width) : landscape
        }

        /// Returns a tile whose center lies at a point of the turned level.
        func tile(at center: SIMD2<Float>) -> PyramidTile {
            PyramidTile(
                width: tileSize.width, height: tileSize.height,
                center: size / 2 + turn.rotated((center - turnedSize / 2) * step), step: step, turn: turn)
        }

        /// Converts a box from pixels of the image to those of the turned level, and cuts it off at the borders.
        func turned(_ box: BoundingBox, scale: Float) -> BoundingBox {
            func turned(_ corner: SIMD2<Float>) -> SIMD2<Float> {
                let offset: SIMD2<Float> = corner / scale - size / 2
                let point: SIMD2<Float> = turn.inverse.rotated(offset) / step + turnedSize / 2
                return point.clamped(lowerBound: SIMD2(repeating: 0), upperBound: turnedSize)
            }
            let first = turned(box.minimum)
            let second = turned(box.maximum)
            return BoundingBox(minimum: pointwiseMin(first, second), maximum: pointwiseMax(first, second))
        }

        /// Returns the corner of a tile, moved so that the tile lies within the level where it fits.
        func clamped(_ corner: SIMD2<Float>) -> SIMD2<Float> {
            let side = SIMD2(Float(tileSize.width), Float(tileSize.height))
            let zero = SIMD2<Float>(repeating: 0)
            return corner.clamped(lowerBound: zero, upperBound: pointwiseMax(zero, turnedSize - side))
        }

        func contains(_ box: BoundingBox, inTileAt corner: SIMD2<Float>) -> Bool {
            let end = corner + SIMD2(Float(tileSize.width), Float(tileSize.height))
            return box.minimum.x >= corner.x && box.minimum.y >= corner.y && box.maximum.x <= end.x
                && box.maximum.y <= end.y
        }
    }
}

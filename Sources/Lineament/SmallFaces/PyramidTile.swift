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

    /// The tile with a border of one pixel on each side, which the network's first layer reads.
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
    /// The maximum size of a tile, in pixels of the network's input. Tiles of this size fit in the processor's caches;
    /// those of 1536×1152 took twice as long.
    private static let largest = (width: 640, height: 480)
    /// The overlap of neighboring tiles, in pixels. Larger faces are detected in a smaller level of the pyramid.
    private static let overlap = 64

    /// Returns the tiles of a level.
    /// - Parameters:
    ///   - width: The width of the level, in its pixels.
    ///   - height: The height of the level, in its pixels.
    ///   - step: The number of pixels of the level per pixel of the network's input.
    ///   - turn: The rotation of the tiles about their centers.
    static func tiles(width: Int, height: Int, step: Float, turn: QuarterTurn) -> [PyramidTile] {
        let size = SIMD2(Float(width), Float(height))
        let turnedSize = (turn.swapsSides ? SIMD2(size.y, size.x) : size) / step
        // The long side of a tile follows that of the image.
        let isPortrait = turnedSize.y > turnedSize.x
        let columns = spans(length: turnedSize.x, largest: isPortrait ? largest.height : largest.width)
        let rows = spans(length: turnedSize.y, largest: isPortrait ? largest.width : largest.height)
        return rows.flatMap { row in
            columns.map { column in
                let offset = SIMD2(column.center, row.center) - turnedSize / 2
                return PyramidTile(
                    width: column.length, height: row.length, center: size / 2 + turn.rotated(offset * step),
                    step: step, turn: turn)
            }
        }
    }

    /// Equal lengths that cover `length`.
    private static func spans(length: Float, largest: Int) -> [(center: Float, length: Int)] {
        let multiple = YuNetModel.sideMultiple
        let whole = max(multiple, (Int(length.rounded(.up)) + multiple - 1) / multiple * multiple)
        guard whole > largest else { return [(Float(whole) / 2, whole)] }
        return ImageTiling.centers(length: length, side: Float(largest), spacing: Float(largest - overlap))
            .map { ($0, largest) }
    }
}

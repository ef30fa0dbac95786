/// A rectangle of one level of an image pyramid that YuNet is shown at once, in the level's pixels.
struct PyramidTile: Sendable {
    /// The width of the network's input without its border.
    let width: Int
    /// The height of the network's input without its border.
    let height: Int
    let center: SIMD2<Float>
    /// Pixels of the level for each pixel of the input.
    let step: Float
    /// How the tile is rotated about its centre.
    let turn: QuarterTurn

    /// The tile and a pixel on each side, which the network's first layer reads.
    var borderedRegion: PixelRegion {
        PixelRegion(
            xCenter: center.x, yCenter: center.y, width: Float(width + 2) * step, height: Float(height + 2) * step,
            rotation: turn.angle)
    }

    /// A detection in the tile, in pixels of the whole image.
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
    /// Larger levels are cut, in pixels of the network's input. Tiles of this size stay in the processor's caches: those
    /// of 1536×1152 took twice as long.
    private static let largest = (width: 640, height: 480)
    /// Neighbours share this much. What is larger is detected in a smaller level of the pyramid.
    private static let overlap = 64

    /// The tiles of a level.
    /// - Parameters:
    ///   - width: of the level, in its pixels.
    ///   - height: of the level, in its pixels.
    ///   - step: pixels of the level for each pixel of the network's input.
    ///   - turn: how tiles are rotated about their centres.
    static func tiles(width: Int, height: Int, step: Float, turn: QuarterTurn) -> [PyramidTile] {
        let size = SIMD2(Float(width), Float(height))
        let turnedSize = (turn.swapsSides ? SIMD2(size.y, size.x) : size) / step
        // Tiles are landscape or portrait as the image is.
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

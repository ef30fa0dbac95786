/// Cuts a picture into tiles for the face finder.
enum TileGrid {
    /// Larger pictures are cut, in pixels of the network's input. Tiles of this size stay in the processor's caches: those
    /// of 1536x1152 took twice as long.
    private static let largest = (width: 640, height: 480)
    /// Neighbours share this much. What is larger is found in a smaller level of the pyramid.
    private static let overlap = 64

    /// - Parameters:
    ///   - width: of the picture, in its pixels.
    ///   - step: pixels of the picture for each pixel of the network's input.
    ///   - quarterTurns: how tiles are turned about their centres.
    static func tiles(width: Int, height: Int, step: Float, quarterTurns: Int) -> [Tile] {
        let size = SIMD2(Float(width), Float(height))
        let turnedSize = (quarterTurns % 2 == 0 ? size : SIMD2(size.y, size.x)) / step
        // Tiles lie down or stand up as the picture does.
        let isUpright = turnedSize.y > turnedSize.x
        let columns = spans(length: turnedSize.x, largest: isUpright ? largest.height : largest.width)
        let rows = spans(length: turnedSize.y, largest: isUpright ? largest.width : largest.height)
        return rows.flatMap { row in
            columns.map { column in
                let offset = SIMD2(column.center, row.center) - turnedSize / 2
                return Tile(
                    width: column.length, height: row.length,
                    center: size / 2 + Tile.turned(offset * step, by: quarterTurns), step: step,
                    quarterTurns: quarterTurns)
            }
        }
    }

    /// Equal lengths that cover `length`.
    private static func spans(length: Float, largest: Int) -> [(center: Float, length: Int)] {
        let multiple = SmallFaceModel.sideStep
        let whole = (Int(length.rounded(.up)) + multiple - 1) / multiple * multiple
        guard whole > largest else { return [(Float(max(multiple, whole)) / 2, max(multiple, whole))] }
        let gaps = ((length - Float(largest)) / Float(largest - overlap)).rounded(.up)
        return (0...Int(gaps)).map { index in
            (Float(largest) / 2 + (length - Float(largest)) * Float(index) / gaps, largest)
        }
    }
}

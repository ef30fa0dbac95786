/// Overlapping squares of a picture, in which a detector finds what is too small for it in the whole picture.
enum SearchTiles {
    /// Sides of the squares, as shares of the picture's shorter side, large ones first.
    private static let shares: [Float] = [1, 0.6, 0.36]
    /// Neighbours overlap by half, so that whatever fits half a square lies whole in one of them.
    private static let step: Float = 0.5
    /// Smaller squares show nothing that a larger one does not, in pixels.
    private static let smallestSide: Float = 160

    /// - Parameter rotation: how the picture is turned before it is looked at, in radians.
    static func tiles(of size: ImageSize, rotation: Float) -> [RotatedRect] {
        let shorter = min(size.width, size.height)
        return shares.map { $0 * shorter }.filter { $0 >= smallestSide }.flatMap { side in
            let tiles = squares(of: side, step: step, in: size, rotation: rotation)
            return tiles.count > 1 ? tiles : []
        }
    }

    /// Squares that cover a picture, evenly spread.
    /// - Parameters:
    ///   - side: in pixels.
    ///   - step: the largest distance of neighbours, in sides.
    static func squares(of side: Float, step: Float, in size: ImageSize, rotation: Float) -> [RotatedRect] {
        centers(length: size.height, side: side, step: step).flatMap { y in
            centers(length: size.width, side: side, step: step).map { x in
                RotatedRect(
                    xCenter: x / size.width, yCenter: y / size.height, width: side / size.width,
                    height: side / size.height, rotation: rotation)
            }
        }
    }

    private static func centers(length: Float, side: Float, step: Float) -> [Float] {
        let gaps = ((length - side) / (side * step)).rounded(.up)
        guard gaps > 0 else { return [length / 2] }
        return (0...Int(gaps)).map { side / 2 + (length - side) * Float($0) / gaps }
    }
}

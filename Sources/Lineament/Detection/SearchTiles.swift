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
            let rows = centers(length: size.height, side: side)
            let columns = centers(length: size.width, side: side)
            guard rows.count * columns.count > 1 else { return [RotatedRect]() }
            return rows.flatMap { y in
                columns.map { x in
                    RotatedRect(
                        xCenter: x / size.width, yCenter: y / size.height, width: side / size.width,
                        height: side / size.height, rotation: rotation)
                }
            }
        }
    }

    private static func centers(length: Float, side: Float) -> [Float] {
        let gaps = ((length - side) / (side * step)).rounded(.up)
        guard gaps > 0 else { return [length / 2] }
        return (0...Int(gaps)).map { side / 2 + (length - side) * Float($0) / gaps }
    }
}

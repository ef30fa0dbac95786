/// Covers an image with overlapping tiles, evenly spread.
enum ImageTiling {
    /// The tiles in which people are searched who are too small for the pose detector in the whole image: squares of the
    /// shorter side of the image and of shares of it, large ones first.
    ///
    /// Neighbours overlap by half, so that whatever fits half a tile lies whole in one of them.
    /// - Parameter rotation: of the tiles, in radians.
    static func poseTiles(of size: ImageSize, rotation: Float) -> [RotatedRect] {
        let shares: [Float] = [1, 0.6, 0.36]
        // Smaller tiles show nothing that a larger one does not, in pixels.
        let smallestSide: Float = 160
        let shorter = min(size.width, size.height)
        return shares.map { $0 * shorter }.filter { $0 >= smallestSide }.flatMap { side in
            let tiles = squares(of: side, step: 0.5, in: size, rotation: rotation)
            return tiles.count > 1 && tiles.count <= mostPoseTiles ? tiles : []
        }
    }

    /// An image of extreme shape would need hundreds of tiles; people in it are not searched more closely then.
    private static let mostPoseTiles = 200

    /// Squares that cover an image.
    /// - Parameters:
    ///   - side: in pixels.
    ///   - step: the largest distance of neighbours, in sides.
    static func squares(of side: Float, step: Float, in size: ImageSize, rotation: Float) -> [RotatedRect] {
        centers(length: size.height, side: side, spacing: side * step).flatMap { y in
            centers(length: size.width, side: side, spacing: side * step).map { x in
                RotatedRect(
                    xCenter: x / size.width, yCenter: y / size.height, width: side / size.width,
                    height: side / size.height, rotation: rotation)
            }
        }
    }

    /// The centres of tiles of length `side` that cover `length`, at most `spacing` apart.
    static func centers(length: Float, side: Float, spacing: Float) -> [Float] {
        let gaps = ((length - side) / spacing).rounded(.up)
        guard gaps > 0 else { return [length / 2] }
        return (0...Int(gaps)).map { side / 2 + (length - side) * Float($0) / gaps }
    }
}

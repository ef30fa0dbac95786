// SPDX-License-Identifier: Apache-2.0

/// Covers an image with evenly spaced, overlapping tiles.
enum ImageTiling {
    /// Returns the squares to search for people who are too small for the pose detector to detect in the whole image,
    /// by size, the largest first.
    ///
    /// The side of a square is the shorter side of the image, or 0.6 or 0.36 of it.
    /// Neighbors overlap by half, so anything smaller than half a tile lies entirely within one of them.
    /// - Parameters:
    ///   - size: The size of the image, in pixels.
    ///   - rotation: The rotation of the tiles, in radians.
    static func poseSquares(of size: ImageSize, rotation: Float) -> [[RotatedRect]] {
        let shares: [Float] = [1, 0.6, 0.36]
        // In pixels; smaller tiles show nothing that larger ones do not.
        let minSide: Float = 160
        let shorter = min(size.width, size.height)
        return shares.map { $0 * shorter }.filter { $0 >= minSide }.map { side in
            squares(of: side, step: 0.5, in: size, rotation: rotation)
        }.filter { $0.count > 1 && $0.count <= maxPoseSquares }
    }

    /// The maximum number of tiles per size. Images of extreme aspect ratio would need hundreds and are not tiled
    /// instead.
    private static let maxPoseSquares = 200

    /// Returns squares that cover an image.
    /// - Parameters:
    ///   - side: The side of the squares, in pixels.
    ///   - step: The maximum distance between neighbors, relative to `side`.
    ///   - size: The size of the image, in pixels.
    ///   - rotation: The rotation of the squares, in radians.
    static func squares(of side: Float, step: Float, in size: ImageSize, rotation: Float) -> [RotatedRect] {
        centers(length: size.height, side: side, spacing: side * step).flatMap { y in
            centers(length: size.width, side: side, spacing: side * step).map { x in
                RotatedRect(
                    xCenter: x / size.width, yCenter: y / size.height, width: side / size.width,
                    height: side / size.height, rotation: rotation)
            }
        }
    }

    /// Returns the centers of tiles of length `side` that cover `length`, at most `spacing` apart.
    static func centers(length: Float, side: Float, spacing: Float) -> [Float] {
        let gaps = ((length - side) / spacing).rounded(.up)
        guard gaps > 0 else { return [length / 2] }
        return (0...Int(gaps)).map { side / 2 + (length - side) * Float($0) / gaps }
    }
}

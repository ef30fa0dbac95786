/// Finds small faces without YuNet: MediaPipe's full-range model on overlapping squares of the picture.
struct TiledFinder: FaceFinding {
    /// Sides of the squares, in pixels of the picture.
    private static let sides: [Float] = [1536, 768, 384, 192, 96]
    private static let step: Float = 0.7
    /// On tiles the model is often wrong; below this it is more often so than right.
    private static let minScore: Float = 0.7

    let original: FaceFinder
    let full: FaceFinder
    /// Pixels of squares, at the size of the model's input, that may be looked at in one picture.
    let maxSearchedPixels: Int

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float
    ) throws -> [Candidate] {
        let known = try original.faces(in: pixels, region: region, minScore: minScore, suppression: suppression)
        let tiles = tiles(of: pixels.size, rotation: region.rotation)
        let threshold = max(minScore, Self.minScore)
        let found = try Concurrent.map(tiles) { tile in
            try full.faces(
                in: pixels, region: tile, minScore: threshold, suppression: suppression, isAlone: false,
                keepsUpright: false)
        }.flatMap(\.self)
        var kept = known
        for face in found.sorted(by: { $0.score > $1.score })
        where !kept.contains(where: { $0.box.intersectionOverUnion(face.box) > 0.3 }) { kept.append(face) }
        return kept
    }

    private func tiles(of size: ImageSize, rotation: Float) -> [RotatedRect] {
        var budget = maxSearchedPixels / (full.model.image.width * full.model.image.height)
        var tiles = [RotatedRect.wholeImage(size, rotation: rotation)]
        for side in Self.sides where side < max(size.width, size.height) {
            let level = SearchTiles.squares(of: side, step: Self.step, in: size, rotation: rotation)
            guard level.count <= budget else { break }
            budget -= level.count
            tiles += level
        }
        return tiles
    }
}

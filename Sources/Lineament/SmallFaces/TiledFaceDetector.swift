/// Detects small faces without YuNet: runs MediaPipe's full-range model on overlapping squares of the image.
///
/// It is the fallback for `range = .auto` if YuNet's model is not installed.
struct TiledFaceDetector: FaceDetectionStage {
    /// The sides of the squares, in pixels of the image.
    private static let sides: [Float] = [1536, 768, 384, 192, 96]
    /// The distance between neighboring squares, relative to their side.
    private static let step: Float = 0.7
    /// The score below which the model is wrong more often than right on tiles.
    private static let minScore: Float = 0.7
    /// The intersection over union above which two boxes show the same face.
    private static let overlapOfOneFace: Float = 0.3

    /// MediaPipe's detector, which is run on the whole image.
    let base: BlazeFaceDetector
    /// MediaPipe's full-range detector, which is run on the tiles.
    let full: BlazeFaceDetector
    /// The maximum number of pixels searched in one image, counted at the size of the model's input.
    let maxSearchedPixels: Int

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        let known = try base.faces(in: pixels, region: region, minScore: minScore, iouThreshold: iouThreshold)
        let tiles = tiles(of: pixels.size, rotation: region.rotation)
        let threshold = max(minScore, Self.minScore)
        let found = try Concurrent.map(tiles) { tile in
            try full.faces(
                in: pixels, region: tile, minScore: threshold, iouThreshold: iouThreshold, usesAllThreads: false,
                keepsBoxSize: false)
        }.flatMap(\.self)
        // A detection in the whole image takes precedence over one in a tile.
        let others = found.sorted { $0.score > $1.score }
            .keepingFirst { $0.box.intersectionOverUnion($1.box) > Self.overlapOfOneFace }
            .filter { face in !known.contains { $0.box.intersectionOverUnion(face.box) > Self.overlapOfOneFace } }
        return (known + others).sorted { $0.score > $1.score }
    }

    private func tiles(of size: ImageSize, rotation: Float) -> [RotatedRect] {
        var budget = maxSearchedPixels / (full.model.input.width * full.model.input.height)
        var tiles = [RotatedRect.wholeImage(size, rotation: rotation)]
        for side in Self.sides where side < max(size.width, size.height) {
            let level = ImageTiling.squares(of: side, step: Self.step, in: size, rotation: rotation)
            guard level.count <= budget else { break }
            budget -= level.count
            tiles += level
        }
        return tiles
    }
}

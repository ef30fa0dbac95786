/// Detects faces of all sizes, upright and rotated, by YuNet over an image pyramid.
///
/// The image is searched at its own size, at halves of it down to a thumbnail, and at twice its size where it shows
/// very small faces. Thumbnails are searched in four turns; larger levels only in the turns in which faces were detected.
struct PyramidFaceSearch: Sendable {
    /// The score from which a detection counts as a face; see ``YuNetDetection/confidence``.
    private static let confidentScore: Float = 0.8
    /// The score from which a closer look may be worth it.
    private static let hintScore: Float = 0.35
    /// Levels up to this many pixels are searched in four turns whatever they show.
    private static let thumbnailArea = 60_000
    /// Larger levels are searched upright only, unless rotated faces were detected in smaller ones.
    private static let largestBlindArea = 2_000_000
    /// A turn with less than this share of the best turn's evidence is dropped.
    private static let evidenceShare: Float = 0.34
    /// Larger images show people well enough at their own size, and would take too long at twice of it.
    private static let largestDoubledArea = 6_000_000
    /// Faces up to this height, in pixels, are worth a search at twice the size.
    private static let smallHeight: Float = 26

    let model: YuNetModel
    /// The number of pixels that the network may be shown of one image.
    let maxSearchedPixels: Int

    struct Detections {
        /// Faces, best first, each once.
        var confident: [YuNetDetection]
        /// All that looks somewhat like a face, several for one place.
        var hints: [YuNetDetection]
    }

    /// The faces in the image, in its pixels.
    func faces(in pixels: PixelBuffer) throws -> Detections {
        let levels = try ImagePyramid(pixels).levels
        var budget = maxSearchedPixels
        var found: [YuNetDetection] = []
        var turns = QuarterTurn.allCases
        for level in levels.reversed() {
            if level.area > Self.thumbnailArea { turns = Self.promisingTurns(found, among: turns, area: level.area) }
            guard level.area * turns.count <= budget else { break }
            budget -= level.area * turns.count
            for turn in turns { found += try search(level, step: 1, turn: turn) }
        }
        let area = pixels.width * pixels.height
        if area <= Self.largestDoubledArea, 4 * area * turns.count <= budget, Self.hasVerySmallFaces(found) {
            for turn in turns { found += try search(levels[0], step: 0.5, turn: turn) }
        }
        return Detections(
            confident: found.filter { $0.score >= Self.confidentScore }.nonMaxSuppression(), hints: found)
    }

    private func search(_ level: ImagePyramid.Level, step: Float, turn: QuarterTurn) throws -> [YuNetDetection] {
        let tiles = PyramidTile.tiles(
            width: level.pixels.width, height: level.pixels.height, step: step, turn: turn)
        return try Concurrent.map(tiles) { tile in
            try model.detections(
                in: level.pixels, tile: tile, minScore: Self.hintScore, usesAllThreads: tiles.count == 1
            ).map { tile.placed($0, scale: level.scale) }
        }.flatMap(\.self)
    }

    /// The turns in which most faces were detected so far; all of them while there are none.
    private static func promisingTurns(_ found: [YuNetDetection], among turns: [QuarterTurn], area: Int)
        -> [QuarterTurn]
    {
        guard turns.count > 1 else { return turns }
        let faces = found.filter { $0.score >= confidentScore }.nonMaxSuppression()
        let evidence = turns.map { turn in
            faces.filter { $0.turn == turn }.reduce(Float(0)) { $0 + $1.score }
        }
        guard let best = evidence.max(), best > 0 else { return area <= largestBlindArea ? turns : [.none] }
        return zip(turns, evidence).filter { $0.1 >= evidenceShare * best }.map(\.0)
    }

    private static func hasVerySmallFaces(_ found: [YuNetDetection]) -> Bool {
        found.contains { $0.size.y <= smallHeight }
    }
}

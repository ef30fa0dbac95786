/// Finds everybody's face: small and large ones, many of them, upright and turned.
///
/// The picture is searched at its own size, at halves of it down to a thumbnail, and at twice its size where it shows
/// very small faces. Thumbnails are searched in four turns; larger levels only in the turns in which faces were found.
struct FaceSearch: Sendable {
    /// What counts as a face in the end; see ``SmallFaceScore``.
    private static let sureScore: Float = 0.8
    /// What tells that a closer look may be worth it.
    private static let hintScore: Float = 0.35
    /// Levels up to this many pixels are searched in four turns whatever is found.
    private static let thumbnailArea = 60_000
    /// Levels beyond it are searched upright only, unless turned faces were found below.
    private static let largestBlindArea = 2_000_000
    /// A turn with less than this share of the evidence of the best turn is given up.
    private static let evidenceShare: Float = 0.34
    /// Larger pictures show people at their own size well enough, and would take too long at twice of it.
    private static let largestDoubledArea = 6_000_000
    /// Faces up to this height, in pixels, are looked at again at twice the size.
    private static let smallHeight: Float = 26

    let model: SmallFaceModel
    /// Pixels that the network may look at in one picture.
    let maxSearchedPixels: Int

    struct Findings {
        /// Faces, surest first, each once.
        var sure: [SmallFace]
        /// What looks somewhat like a face, several for one place.
        var hints: [SmallFace]
    }

    /// The faces in the picture, in its pixels.
    func faces(in pixels: PixelBuffer) throws -> Findings {
        let levels = try Pyramid(pixels).levels
        var budget = maxSearchedPixels
        var found: [SmallFace] = []
        var turns = Array(0..<4)
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
        return Findings(sure: found.filter { $0.score >= Self.sureScore }.mergingOverlaps(), hints: found)
    }

    private func search(_ level: Pyramid.Level, step: Float, turn: Int) throws -> [SmallFace] {
        let tiles = TileGrid.tiles(
            width: level.pixels.width, height: level.pixels.height, step: step, quarterTurns: turn)
        return try Concurrent.map(tiles) { tile in
            try model.findings(
                in: level.pixels, tile: tile, minScore: Self.hintScore, isAlone: tiles.count == 1
            ).map { tile.placed($0, scale: level.scale) }
        }.flatMap(\.self)
    }

    /// The turns in which most faces were found so far; all of them while there are none.
    private static func promisingTurns(_ found: [SmallFace], among turns: [Int], area: Int) -> [Int] {
        guard turns.count > 1 else { return turns }
        let faces = found.filter { $0.score >= sureScore }.mergingOverlaps()
        let evidence = turns.map { turn in
            faces.filter { $0.quarterTurns == turn }.reduce(Float(0)) { $0 + $1.score }
        }
        guard let best = evidence.max(), best > 0 else { return area <= largestBlindArea ? turns : [0] }
        return zip(turns, evidence).filter { $0.1 >= evidenceShare * best }.map(\.0)
    }

    private static func hasVerySmallFaces(_ found: [SmallFace]) -> Bool {
        found.contains { $0.size.y <= smallHeight }
    }
}

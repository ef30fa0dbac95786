/// Detects faces of all sizes, upright and rotated, by running YuNet on an image pyramid.
///
/// The image is searched at its full size, at successive halves down to a thumbnail, and at twice its size if it shows
/// very small faces. Thumbnails are searched in four rotations, larger levels only in those in which faces have been
/// detected. ``MultiScaleFaceDetector`` refines the result.
struct PyramidFaceSearch: Sendable {
    /// The YuNet score from which a detection counts as a face; see ``YuNetDetection/confidence``.
    private static let confidentScore: Float = 0.8
    /// The YuNet score from which a detection is kept as a hint.
    private static let hintScore: Float = 0.35
    /// The number of pixels up to which a level is searched in all four rotations, whatever has been detected.
    private static let thumbnailArea = 60_000
    /// The number of pixels above which a level is searched upright only if no face has been detected yet.
    private static let maxBlindArea = 2_000_000
    /// The share of the best rotation's evidence below which a rotation is dropped.
    private static let evidenceShare: Float = 0.34
    /// The number of pixels above which an image is not enlarged: it shows people well enough at its own size, and
    /// twice that size would take too long.
    private static let maxDoubledArea = 6_000_000
    /// The height, in pixels, up to which a face is small enough to search the image at twice its size.
    private static let smallHeight: Float = 26

    /// The detector that is run on each tile.
    let model: YuNetModel
    /// The maximum number of pixels searched in one image, summed over all levels and rotations.
    let maxSearchedPixels: Int

    /// The result of a search.
    struct Detections {
        /// The faces, each once, best first.
        var confident: [YuNetDetection]
        /// Everything that resembles a face, with duplicates.
        var hints: [YuNetDetection]
        /// Whether all levels were searched; if not, ``maxSearchedPixels`` was too small for the largest.
        var isComplete: Bool
    }

    /// Returns the faces in the image, in its pixels.
    /// - Parameters:
    ///   - pixels: The image as stored.
    ///   - upright: The region rotation in which the image appears upright; large levels are searched only in it while
    ///     no face has been found.
    func faces(in pixels: PixelBuffer, upright: QuarterTurn) throws -> Detections {
        let levels = try ImagePyramid(pixels).levels
        var budget = maxSearchedPixels
        var found: [YuNetDetection] = []
        var turns = QuarterTurn.allCases
        var isComplete = true
        for level in levels.reversed() {
            if level.area > Self.thumbnailArea {
                let blindTurns = level.area <= Self.maxBlindArea ? turns : [upright]
                turns = try Self.promisingTurns(found, among: turns) ?? blindTurns
            }
            guard level.area * turns.count <= budget else {
                isComplete = false
                break
            }
            budget -= level.area * turns.count
            for turn in turns { found += try search(level, step: 1, turn: turn) }
        }
        let area = pixels.width * pixels.height
        if area <= Self.maxDoubledArea, 4 * area * turns.count <= budget, Self.hasVerySmallFaces(found) {
            for turn in turns { found += try search(levels[0], step: 0.5, turn: turn) }
        }
        return Detections(
            confident: try found.filter { $0.score >= Self.confidentScore }.nonMaxSuppression(), hints: found,
            isComplete: isComplete)
    }

    /// Returns the detections in all tiles of a level, in pixels of the image, with duplicates.
    private func search(_ level: ImagePyramid.Level, step: Float, turn: QuarterTurn) throws -> [YuNetDetection] {
        let tiles = PyramidTile.tiles(
            width: level.pixels.width, height: level.pixels.height, step: step, turn: turn)
        return try Concurrent.map(tiles) { tile in
            try model.detections(
                in: level.pixels, tile: tile, minScore: Self.hintScore, usesAllThreads: tiles.count == 1
            ).map { tile.placed($0, scale: level.scale) }
        }.flatMap(\.self)
    }

    /// Returns the rotations in which most faces have been detected so far; `nil` while there are none.
    private static func promisingTurns(_ found: [YuNetDetection], among turns: [QuarterTurn]) throws -> [QuarterTurn]? {
        guard turns.count > 1 else { return turns }
        let faces = try found.filter { $0.score >= confidentScore }.nonMaxSuppression()
        let evidence = turns.map { turn in
            faces.filter { $0.turn == turn }.reduce(Float(0)) { $0 + $1.score }
        }
        guard let best = evidence.max(), best > 0 else { return nil }
        return zip(turns, evidence).filter { $0.1 >= evidenceShare * best }.map(\.0)
    }

    /// Returns whether any detection is small enough to search the image at twice its size.
    private static func hasVerySmallFaces(_ found: [YuNetDetection]) -> Bool {
        found.contains { $0.size.y <= smallHeight }
    }
}

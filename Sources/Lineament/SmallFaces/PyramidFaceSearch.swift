internal import Foundation

/// Detects faces of all sizes, upright and rotated, by running YuNet on an image pyramid.
///
/// An overview, at most a sixteenth of the pixels, is searched whole. Larger levels are searched only around what the
/// level before made likely: YuNet gives a face too small for it a weak score rather than none (one of five pixels gets
/// 0.1 in 97 of 100 cases, one of three in 63; a background gets that in one of a hundred squares of 64 pixels). So the
/// cost grows with the number of faces and not with the number of pixels. Larger levels are
/// searched whole only while nobody has been found: somebody small may be alone in the picture. The smallest level, the
/// thumbnail, is searched in all rotations (if somebody is known to be upright, at half its size in the others), larger
/// levels in those in which there are faces. ``MultiScaleFaceDetector`` refines the result.
struct PyramidFaceSearch: Sendable {
    /// The YuNet score from which a detection counts as a face; see ``YuNetDetection/confidence``.
    private static let confidentScore: Float = 0.8
    /// The YuNet score from which a detection is kept as a hint.
    private static let hintScore: Float = 0.35
    /// The share of the best rotation's evidence below which a rotation is dropped.
    private static let evidenceShare: Float = 0.34
    /// The YuNet score from which a detection at full size is looked at twice as large.
    private static let doublingScore: Float = 0.2
    /// The number of pixels above which an image is not enlarged: it shows people well enough at its own size, and
    /// twice that size would take too long.
    private static let maxDoubledArea = 6_000_000

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
        /// Whether everything that looked like a face was searched; if not, ``maxSearchedPixels`` was too small.
        var isComplete: Bool
    }

    /// Returns the faces in the image, in its pixels.
    /// - Parameters:
    ///   - pixels: The image as stored.
    ///   - upright: The region rotation in which the image appears upright.
    ///   - isUprightCertain: Whether somebody has been detected in that rotation, so that others are searched only if
    ///     the thumbnail shows a face in them.
    func faces(in pixels: PixelBuffer, upright: QuarterTurn, isUprightCertain: Bool) throws -> Detections {
        let pyramid = try ImagePyramid(pixels)
        var search = Progress(budget: maxSearchedPixels)
        let others = QuarterTurn.allCases.filter { $0 != upright }
        if !isUprightCertain { try look(at: [pyramid.thumbnail], turn: upright, &search) }
        try look(at: pyramid.overviews, turn: upright, &search)
        for turn in others { try look(at: [pyramid.thumbnail], step: isUprightCertain ? 2 : 1, turn: turn, &search) }
        let isUpright = isUprightCertain || search.hasFaces(in: upright)
        for turn in others where (!isUpright || search.hasFaces(in: turn)) {
            try look(at: pyramid.overviews, turn: turn, &search)
        }
        var latest = search.found
        for level in pyramid.details {
            let isEmpty = !isUprightCertain && !search.found.contains { $0.score >= Self.confidentScore }
            latest =
                try isEmpty
                ? look(at: [level], turn: upright, &search)
                : lookCloser(at: level, step: 1, because: latest, &search)
        }
        if pixels.width * pixels.height <= Self.maxDoubledArea {
            let small = latest.filter { $0.score >= Self.doublingScore }
            _ = try lookCloser(at: pyramid.levels[0], step: 0.5, because: small, &search)
        }
        return Detections(
            confident: try search.found.filter { $0.score >= Self.confidentScore }
                .nonMaxSuppression(expecting: isUprightCertain ? upright : nil),
            hints: search.found.filter { $0.score >= Self.hintScore }, isComplete: search.isComplete)
    }

    /// What a search has found so far.
    private struct Progress {
        /// The number of pixels that may still be searched.
        var budget: Int
        var isComplete = true
        /// All detections, also weak ones, with duplicates.
        var found: [YuNetDetection] = []

        func hasFaces(in turn: QuarterTurn) -> Bool {
            found.contains { $0.turn == turn && $0.score >= PyramidFaceSearch.confidentScore }
        }
    }

    /// Searches levels whole, and returns what they show.
    @discardableResult
    private func look(
        at levels: [ImagePyramid.Level], step: Float = 1, turn: QuarterTurn, _ search: inout Progress
    ) throws -> [YuNetDetection] {
        var latest: [YuNetDetection] = []
        for level in levels {
            let tiles = PyramidTile.covering(
                width: level.pixels.width, height: level.pixels.height, step: step, turn: turn)
            latest += try detections(in: tiles, of: level, &search)
        }
        search.found += latest
        return latest
    }

    /// Searches the parts of a level in which the level before showed something, and returns what it shows now.
    private func lookCloser(
        at level: ImagePyramid.Level, step: Float, because latest: [YuNetDetection], _ search: inout Progress
    ) throws -> [YuNetDetection] {
        let scale = level.scale * step
        // Each face once, so that a poor box of one that was detected well is no cause.
        let causes = try latest.nonMaxSuppression().filter { $0.needsCloserLook(atScale: scale) }
        let tiles = try (promisingTurns(search.found) ?? QuarterTurn.allCases).flatMap { turn in
            let places = causes.filter { $0.turn == turn }.map { $0.neighborhood(atScale: scale) }
            let some = PyramidTile.around(places, of: level, step: step, turn: turn)
            let all = PyramidTile.covering(
                width: level.pixels.width, height: level.pixels.height, step: step, turn: turn)
            return some.count < all.count ? some : all
        }
        let found = try detections(in: tiles, of: level, &search)
        search.found += found
        return found
    }

    /// Runs YuNet on tiles of a level and returns the detections in pixels of the image.
    private func detections(
        in tiles: [PyramidTile], of level: ImagePyramid.Level, _ search: inout Progress
    ) throws -> [YuNetDetection] {
        let cost = tiles.reduce(0) { $0 + $1.width * $1.height }
        guard cost <= search.budget else {
            search.isComplete = false
            return []
        }
        search.budget -= cost
        return try Concurrent.map(tiles) { tile in
            try model.detections(in: level.pixels, tile: tile, minScore: YuNetDetection.weakestScore)
                .map { tile.placed($0, scale: level.scale) }
        }.flatMap(\.self)
    }

    /// Returns the rotations in which most faces have been detected so far; `nil` while there are none.
    private func promisingTurns(_ found: [YuNetDetection]) throws -> [QuarterTurn]? {
        let faces = try found.filter { $0.score >= Self.confidentScore }.nonMaxSuppression()
        let evidence = QuarterTurn.allCases.map { turn in
            faces.filter { $0.turn == turn }.reduce(Float(0)) { $0 + $1.score }
        }
        guard let best = evidence.max(), best > 0 else { return nil }
        return zip(QuarterTurn.allCases, evidence).filter { $0.1 >= Self.evidenceShare * best }.map(\.0)
    }
}

extension YuNetDetection {
    /// The YuNet score from which a detection is a cause to look closer.
    static let weakestScore: Float = 0.05
    /// The height, in pixels of the level that a face was detected in, up to which a larger level shows it better and
    /// may show others that are as small.
    private static let smallHeight: Float = 24
    /// The height, in those pixels, up to which a larger level may settle whether it is a face.
    private static let doubtfulHeight: Float = 48
    /// The YuNet score from which there is no doubt.
    private static let certainScore: Float = 0.85
    /// The distance around a detection, in pixels of the larger level, in which others are looked for.
    private static let margin: Float = 40

    /// Returns whether to look at the detection at a scale, the number of the image's pixels along a side of a pixel,
    /// after looking at twice that scale.
    fileprivate func needsCloserLook(atScale scale: Float) -> Bool {
        let height = size.y / (2 * scale)
        guard score >= Self.expectedScore(ofHeight: height, atScale: scale) else { return false }
        return height <= Self.smallHeight || (score < Self.certainScore && height <= Self.doubtfulHeight)
    }

    /// Returns the score that nearly all faces of a height get, in pixels of the level that they are detected in.
    private static func expectedScore(ofHeight height: Float, atScale scale: Float) -> Float {
        height < 6 ? (scale >= 2 ? weakestScore : 0.1) : height < 10 ? 0.2 : 0.3
    }

    /// Returns the part of the image to look at, in its pixels.
    fileprivate func neighborhood(atScale scale: Float) -> BoundingBox {
        let reach = max(size.x, size.y) / 2 + Self.margin * scale
        return BoundingBox(minimum: center - reach, maximum: center + reach)
    }
}

// SPDX-License-Identifier: Apache-2.0

/// One run of a ``PyramidFaceSearch``: its detections, and the parts to search next.
///
/// In a video, each part of a run looks at another frame, so that no frame takes long. Faces hardly move while it lasts, so
/// the smaller sizes are those of the first frame that was looked at in them.
struct FaceSearchRun: Sendable {
    /// A tile of a level to run YuNet on.
    struct Part: Sendable {
        let level: ImagePyramid.Level
        let tile: PyramidTile

        /// The number of pixels of the network's input.
        var area: Int { tile.width * tile.height }
    }

    /// The regions to search after ``waiting``.
    private enum Phase {
        case thumbnail
        case overviews
        case turnedThumbnails
        case turnedOverviews
        /// A level of ``ImagePyramid/details``.
        case detail(Int)
        case doubled
        case end
    }

    /// The score from which a detection counts as a face; see ``YuNetDetection/confidence``.
    fileprivate static let confidentScore: Float = 0.8
    /// The share of the best rotation's evidence below which a rotation is dropped.
    private static let evidenceShare: Float = 0.34
    /// The score from which a detection at full size is looked at twice as large.
    private static let doublingScore: Float = 0.2
    /// The number of pixels above which an image is not enlarged: it shows people well enough at its own size, and
    /// twice that size would take too long.
    private static let maxDoubledArea = 6_000_000

    /// The rotation in which the image appears upright.
    let upright: QuarterTurn
    /// The sizes of the image.
    private var pyramid: ImagePyramid
    /// Whether a person has been detected in that rotation, so that others are searched only if the thumbnail shows a
    /// face in them.
    let isUprightCertain: Bool
    /// All detections so far, also weak ones, with duplicates.
    private(set) var found: [YuNetDetection] = []
    /// Whether everything that looked like a face was searched; if not, the number of pixels was limited too much.
    private(set) var isComplete = true
    /// The number of pixels that may still be searched.
    private var budget: Int
    private var phase = Phase.thumbnail
    /// The parts of the present phase that are still to be looked at.
    private var waiting: ArraySlice<Part> = []
    /// The detections of the present phase.
    private var shown: [YuNetDetection] = []

    /// Begins a run.
    /// - Parameters:
    ///   - pyramid: The sizes of the image.
    ///   - upright: The rotation in which the image appears upright.
    ///   - isUprightCertain: Whether a person has been detected in that rotation.
    ///   - budget: The maximum number of pixels to search.
    init(_ pyramid: ImagePyramid, upright: QuarterTurn, isUprightCertain: Bool, budget: Int) {
        self.pyramid = pyramid
        self.upright = upright
        self.isUprightCertain = isUprightCertain
        self.budget = budget
    }

    /// Whether a detection so far counts as a face.
    var hasFaces: Bool { found.contains { $0.score >= Self.confidentScore } }

    /// Whether there is nothing left to look at.
    private(set) var isOver = false

    /// Returns the faces found so far, each once, best first.
    func faces() throws -> [YuNetDetection] { try found.faces(expecting: isUprightCertain ? upright : nil) }

    /// Returns the parts to search next, possibly at the same time; none at the end of the run.
    /// - Parameter maxPixels: The maximum number of pixels; one part may have more.
    mutating func next(maxPixels: Int) throws -> [Part] {
        while waiting.isEmpty {
            guard try beginPhase() else {
                isOver = true
                return []
            }
        }
        var area = 0
        let parts = waiting.prefix { part in
            defer { area += part.area }
            return area == 0 || area + part.area <= maxPixels
        }
        waiting = waiting.dropFirst(parts.count)
        return Array(parts)
    }

    /// Returns the pixels of a part's level; see ``ImagePyramid/pixels(of:in:)``.
    mutating func pixels(for part: Part, in image: PixelBuffer) throws -> PixelBuffer {
        try pyramid.pixels(of: part.level, in: image)
    }

    /// Takes what the last parts have shown, in pixels of the image.
    mutating func take(_ detections: [YuNetDetection]) {
        shown += detections
        found += detections
    }

    /// Plans the next phase; returns whether there was one.
    private mutating func beginPhase() throws -> Bool {
        let others = QuarterTurn.allCases.filter { $0 != upright }
        let last = shown
        shown = []
        switch phase {
        case .thumbnail:
            if !isUprightCertain { look(at: [pyramid.thumbnail], turn: upright) }
            phase = .overviews
        case .overviews:
            look(at: pyramid.overviews, turn: upright)
            phase = .turnedThumbnails
        case .turnedThumbnails:
            for turn in others { look(at: [pyramid.thumbnail], step: isUprightCertain ? 2 : 1, turn: turn) }
            phase = .turnedOverviews
        case .turnedOverviews:
            let isUpright = isUprightCertain || hasFaces(in: upright)
            for turn in others where !isUpright || hasFaces(in: turn) { look(at: pyramid.overviews, turn: turn) }
            phase = pyramid.details.isEmpty ? .doubled : .detail(0)
        case .detail(let index):
            try look(atDetail: index, because: index == 0 ? found : last)
            phase = index + 1 < pyramid.details.count ? .detail(index + 1) : .doubled
        case .doubled:
            if pyramid.levels[0].area <= Self.maxDoubledArea {
                let causes = pyramid.details.isEmpty ? found : last
                try lookCloser(
                    at: pyramid.levels[0], step: 0.5, because: causes.filter { $0.score >= Self.doublingScore })
            }
            phase = .end
        case .end:
            return false
        }
        return true
    }

    /// Plans a level that is larger than the overviews: whole while no face has been found, as a small face may be
    /// alone in the image.
    private mutating func look(
        atDetail index: Int, because latest: [YuNetDetection]
    ) throws {
        let level = pyramid.details[index]
        if isUprightCertain || hasFaces {
            try lookCloser(at: level, step: 1, because: latest)
        } else {
            look(at: [level], turn: upright)
        }
    }

    /// Plans levels as a whole.
    private mutating func look(at levels: [ImagePyramid.Level], step: Float = 1, turn: QuarterTurn) {
        for level in levels { plan(PyramidTile.covering(level, step: step, turn: turn), of: level) }
    }

    /// Plans the parts of a level in which the level before showed something.
    private mutating func lookCloser(
        at level: ImagePyramid.Level, step: Float, because latest: [YuNetDetection]
    ) throws {
        let scale = level.scale * step
        // Each face once, so that a poor box of one that was detected well is not a cause.
        let causes = try latest.nonMaxSuppression().filter { $0.needsCloserLook(atScale: scale) }
        let tiles = try (promisingTurns() ?? QuarterTurn.allCases).flatMap { turn in
            let places = causes.filter { $0.turn == turn }.map { $0.neighborhood(atScale: scale) }
            let some = PyramidTile.around(places, of: level, step: step, turn: turn)
            let all = PyramidTile.covering(level, step: step, turn: turn)
            return some.count < all.count ? some : all
        }
        plan(tiles, of: level)
    }

    /// Plans tiles of a level, unless there are more than may still be searched.
    private mutating func plan(_ tiles: [PyramidTile], of level: ImagePyramid.Level) {
        let parts = tiles.map { Part(level: level, tile: $0) }
        let cost = parts.reduce(0) { $0 + $1.area }
        guard cost <= budget else { return isComplete = false }
        budget -= cost
        waiting += parts
    }

    private func hasFaces(in turn: QuarterTurn) -> Bool {
        found.contains { $0.turn == turn && $0.score >= Self.confidentScore }
    }

    /// Returns the rotations in which most faces have been detected so far; `nil` while there are none.
    private func promisingTurns() throws -> [QuarterTurn]? {
        let faces = try found.filter { $0.score >= Self.confidentScore }.nonMaxSuppression()
        let evidence = QuarterTurn.allCases.map { turn in
            faces.filter { $0.turn == turn }.reduce(Float(0)) { $0 + $1.score }
        }
        guard let best = evidence.max(), best > 0 else { return nil }
        return zip(QuarterTurn.allCases, evidence).filter { $0.1 >= Self.evidenceShare * best }.map(\.0)
    }
}

extension [YuNetDetection] {
    /// Returns those that count as faces, each once, best first.
    /// - Parameter expected: The rotation in which faces are known to be; `nil` if none is.
    func faces(expecting expected: QuarterTurn?) throws -> [YuNetDetection] {
        try filter { $0.score >= FaceSearchRun.confidentScore }.nonMaxSuppression(expecting: expected)
    }
}

extension YuNetDetection {
    /// The score from which a detection is a cause to look closer.
    static let weakestScore: Float = 0.05
    /// The height, in pixels of the level that a face was detected in, up to which a larger level shows it better and
    /// may show others that are as small.
    private static let smallHeight: Float = 24
    /// The height, in those pixels, up to which a larger level may settle whether it is a face.
    private static let doubtfulHeight: Float = 48
    /// The score from which there is no doubt.
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
        switch height {
        case ..<6: scale >= 2 ? weakestScore : 0.1
        case ..<10: 0.2
        default: 0.3
        }
    }

    /// Returns the part of the image to look at, in its pixels.
    fileprivate func neighborhood(atScale scale: Float) -> BoundingBox {
        let reach = max(size.x, size.y) / 2 + Self.margin * scale
        return BoundingBox(minimum: center - reach, maximum: center + reach)
    }
}

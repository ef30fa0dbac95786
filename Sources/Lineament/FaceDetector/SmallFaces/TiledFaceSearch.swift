// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The search of ``TiledFaceDetector``: runs MediaPipe's full-range model on overlapping squares of the image.
///
/// The image and one size of large squares are searched whole. Smaller squares are searched only where they may show a
/// detection better: the model gives a face of ten pixels of its input a score of 0.05 in 93 of 100 cases, and one of
/// six pixels in 36. Walls and clothes get such scores, too, so a number of looks at weak detections is granted to each
/// image, and more with each face. So the cost grows with the number of faces and not with the number of pixels. In a
/// crowd, all squares that suit its faces are searched, and while no face is known, those of a smaller size.
///
/// In a video, each part of a search looks at another frame.
struct TiledFaceSearch {
    /// The score from which a detection is a candidate, and looking closer is always worthwhile.
    static let candidateScore: Float = 0.33
    /// The score from which a detection is a cause to look closer.
    private static let causeScore: Float = 0.1
    /// The score from which a detection is a face that others may be near.
    private static let faceScore: Float = 0.5
    /// The number of looks at weak detections that are granted to each image, and with each face.
    private static let looks = (perImage: 8, perFace: 4)
    /// The number of squares up to which all squares of a size are searched.
    private static let maxWholeLevel = 9
    /// The maximum while no face is known.
    private static let maxEmptyLevel = 40
    /// The number of faces from which they are a crowd.
    private static let crowdCount = 12

    /// The regions to search after ``waiting``.
    private enum Phase {
        case largeSquares
        case closer
        case end
    }

    private let model: BlazeFaceDetector
    private let rotation: Float
    private let iouThreshold: Float
    private let grid: SquareGrid
    /// Whether a face had been detected before.
    private let isSomebodyKnown: Bool
    /// The number of squares that may still be searched.
    private var budget: Int
    private var phase = Phase.largeSquares
    /// The regions to search next.
    private var waiting: [RotatedRect]
    /// The detections since the last decision where to look closer.
    private var latest: [RawDetection] = []
    private var searched: Set<SquareGrid.Square> = []
    /// The faces that grant looks.
    private var faces: [BoundingBox] = []
    private var hasSearchedCrowd = false
    private var hasSearchedSmallSquares = false
    /// The number of looks at weak detections so far.
    private var lookCount = 0
    /// The squares that were searched, or will be next.
    private(set) var squares: [RotatedRect] = []
    /// The detections in the image and in squares, with duplicates.
    private(set) var detections: [RawDetection] = []

    /// Whether there is nothing left to search.
    var isOver: Bool { phase == .end }

    /// Prepares the search of an image.
    /// - Parameters:
    ///   - model: The full-range detector.
    ///   - size: The size of the image, or of the frames of a video.
    ///   - rotation: The rotation of the squares, in radians.
    ///   - iouThreshold: The intersection over union above which detections in one square are merged.
    ///   - maxSearchedPixels: The maximum number of pixels to search, counted at the size of the model's input.
    ///   - isSomebodyKnown: Whether a face has been detected already.
    init(
        model: BlazeFaceDetector, size: ImageSize, rotation: Float, iouThreshold: Float, maxSearchedPixels: Int,
        isSomebodyKnown: Bool
    ) {
        self.model = model
        self.rotation = rotation
        self.iouThreshold = iouThreshold
        self.isSomebodyKnown = isSomebodyKnown
        grid = SquareGrid(size: size)
        budget = maxSearchedPixels / (model.model.input.width * model.model.input.height)
        waiting = [.wholeImage(size, rotation: rotation)]
    }

    /// Searches the next squares.
    /// - Parameters:
    ///   - pixels: The image, or the next frame.
    ///   - maxSquares: The number of squares to search.
    /// - Throws: ``LineamentError`` with code `deadlineExceeded`.
    mutating func advance(in pixels: PixelBuffer, maxSquares: Int = .max) throws {
        var left = maxSquares
        while left > 0, !isOver {
            let regions = Array(waiting.prefix(left))
            waiting.removeFirst(regions.count)
            left -= regions.count
            let found = try detections(in: regions, of: pixels)
            detections += found
            latest += found
            if waiting.isEmpty { plan() }
        }
    }

    /// Returns the possible faces among what was detected.
    func candidates(in size: ImageSize) throws -> [TiledFaceCandidate] {
        try TiledFaceCandidate.candidates(
            detections.filter { $0.score >= Self.candidateScore }, in: squares, of: size)
    }

    /// Decides what to search next.
    private mutating func plan() {
        switch phase {
        case .largeSquares:
            phase = .closer
            add(grid.finestLevel(maxCount: Self.maxWholeLevel))
        case .closer where !latest.isEmpty:
            let next = nextSquares(because: latest)
            latest = []
            add(next)
        case .closer where !hasSearchedSmallSquares && faces.isEmpty && !isSomebodyKnown:
            hasSearchedSmallSquares = true
            add(grid.finestLevel(maxCount: Self.maxEmptyLevel))
        case .closer, .end:
            phase = .end
        }
    }

    /// Returns the squares that may show detections better, those of the best ones first.
    private mutating func nextSquares(because latest: [RawDetection]) -> [SquareGrid.Square] {
        var next: [SquareGrid.Square] = []
        for cause in latest.sorted(by: { $0.score > $1.score }) where cause.score >= Self.causeScore {
            let isCandidate = cause.score >= Self.candidateScore
            let wanted = grid.squares(around: cause.box, neighboringSizes: isCandidate)
                .filter { !searched.contains($0) && !next.contains($0) }
            if cause.score >= Self.faceScore, !faces.contains(where: { $0.isSameFaceInSquares(as: cause.box) }) {
                faces.append(cause.box)
            }
            guard !wanted.isEmpty, isCandidate || isLookGranted() else { continue }
            next += wanted
        }
        return next + crowdSquares()
    }

    /// Returns, once there is a crowd, all squares of the sizes that show most of its faces, and the smaller ones, best.
    private mutating func crowdSquares() -> [SquareGrid.Square] {
        guard faces.count >= Self.crowdCount, !hasSearchedCrowd else { return [] }
        hasSearchedCrowd = true
        let widths = faces.map(\.size.x).sorted()
        return [widths.count / 2, widths.count / 4].flatMap { grid.squares(forWidth: widths[$0]) }
    }

    /// Counts a look at a weak detection, if there is one left.
    private mutating func isLookGranted() -> Bool {
        guard lookCount < Self.looks.perImage + Self.looks.perFace * faces.count else { return false }
        lookCount += 1
        return true
    }

    /// Adds the squares that were not searched yet to those to search, as far as the budget allows.
    private mutating func add(_ wanted: [SquareGrid.Square]) {
        let new = wanted.filter { searched.insert($0).inserted }.prefix(budget)
        budget -= new.count
        let regions = new.map { grid.region(of: $0, rotation: rotation) }
        squares += regions
        waiting += regions
    }

    private func detections(in regions: [RotatedRect], of pixels: PixelBuffer) throws -> [RawDetection] {
        try Concurrent.map(regions) { [model, iouThreshold] region in
            try model.faces(
                in: pixels, region: region, minScore: Self.causeScore, iouThreshold: iouThreshold,
                usesAllThreads: false, keepsBoxSize: false)
        }.flatMap(\.self)
    }
}

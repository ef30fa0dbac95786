internal import Foundation

/// The search of ``TiledFaceDetector``: runs MediaPipe's full-range model on overlapping squares of the image.
///
/// The image and one size of large squares are searched whole. Smaller squares are searched only where they may show a
/// detection better: the model gives a face of ten pixels of its input a score of 0.05 in 93 of 100 cases, and one of
/// six pixels in 36. Walls and clothes get such scores, too, so a number of looks at weak detections is granted to each
/// image, and more with each face. So the cost grows with the number of faces and not with the number of pixels. In a
/// crowd, all squares that suit its faces are searched, and while nobody is known, those of a smaller size.
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
    /// The same while nobody is known.
    private static let maxEmptyLevel = 40
    /// The number of faces from which they are a crowd.
    private static let crowdCount = 12

    private let model: BlazeFaceDetector
    private let pixels: PixelBuffer
    private let rotation: Float
    private let iouThreshold: Float
    private let grid: SquareGrid
    /// The number of squares that may still be searched.
    private var budget: Int
    private var searched: Set<SquareGrid.Square> = []
    /// The faces that grant looks.
    private var faces: [BoundingBox] = []
    private var hasSearchedCrowd = false
    /// The number of looks at weak detections so far.
    private var lookCount = 0
    /// The squares that were searched.
    private(set) var squares: [RotatedRect] = []
    /// What was detected in the image and in squares, with duplicates.
    private(set) var detections: [RawDetection] = []

    /// Prepares the search of an image.
    /// - Parameters:
    ///   - model: The full-range detector.
    ///   - pixels: The image.
    ///   - rotation: The rotation of the squares, in radians.
    ///   - iouThreshold: The intersection over union above which detections in one square are merged.
    ///   - maxSearchedPixels: The maximum number of pixels to search, counted at the size of the model's input.
    init(
        model: BlazeFaceDetector, pixels: PixelBuffer, rotation: Float, iouThreshold: Float, maxSearchedPixels: Int
    ) {
        self.model = model
        self.pixels = pixels
        self.rotation = rotation
        self.iouThreshold = iouThreshold
        grid = SquareGrid(size: pixels.size)
        budget = maxSearchedPixels / (model.model.input.width * model.model.input.height)
    }

    /// Searches the image.
    /// - Parameter isSomebodyKnown: Whether a face has been detected already.
    /// - Throws: ``LineamentError`` with code `deadlineExceeded`.
    mutating func run(isSomebodyKnown: Bool) throws {
        detections = try detections(in: [.wholeImage(pixels.size, rotation: rotation)])
        try lookCloser(because: detections + look(at: grid.finestLevel(maxCount: Self.maxWholeLevel)))
        if faces.isEmpty, !isSomebodyKnown {
            try lookCloser(because: look(at: grid.finestLevel(maxCount: Self.maxEmptyLevel)))
        }
    }

    /// Searches smaller squares until nothing new is seen.
    private mutating func lookCloser(because first: [RawDetection]) throws {
        var latest = first
        while !latest.isEmpty {
            latest = try look(at: nextSquares(because: latest))
        }
    }

    /// Returns the squares that may show detections better, those of the best ones first.
    private mutating func nextSquares(because latest: [RawDetection]) -> [SquareGrid.Square] {
        var next: [SquareGrid.Square] = []
        for cause in latest.sorted(by: { $0.score > $1.score }) where cause.score >= Self.causeScore {
            let isCandidate = cause.score >= Self.candidateScore
            let wanted = grid.squares(around: cause.box, neighboringSizes: isCandidate)
                .filter { !searched.contains($0) && !next.contains($0) }
            if cause.score >= Self.faceScore, !faces.contains(where: { $0.showsFace(of: cause.box) }) {
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

    /// Searches squares as far as the budget allows and returns what they show.
    private mutating func look(at wanted: [SquareGrid.Square]) throws -> [RawDetection] {
        let new = wanted.filter { searched.insert($0).inserted }.prefix(budget)
        budget -= new.count
        let regions = new.map { grid.region(of: $0, rotation: rotation) }
        let found = try detections(in: regions)
        squares += regions
        detections += found
        return found
    }

    private func detections(in regions: [RotatedRect]) throws -> [RawDetection] {
        try Concurrent.map(regions) { [model, pixels, iouThreshold] region in
            try model.faces(
                in: pixels, region: region, minScore: Self.causeScore, iouThreshold: iouThreshold,
                usesAllThreads: false, keepsBoxSize: false)
        }.flatMap(\.self)
    }
}

internal import LiteRT

/// Finds faces with one of the two BlazeFace models.
struct FaceFinder: Sendable {
    static let keypointCount = 6

    private let detector: AnchoredDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threads: ThreadPlan) throws {
        detector = try AnchoredDetector(
            model, keypointCount: Self.keypointCount, grids: [.shortRangeFace, .fullRangeFace], threads: threads)
    }

    /// Faces in `region` of the picture, best first, in fractions of the picture.
    /// - Parameters:
    ///   - minScore: candidates below it are dropped.
    ///   - suppression: candidates that overlap by more than this become one.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float
    ) throws -> [Candidate] {
        let padded = detector.padded(region.region(in: pixels.size))
        let projection = Projection(from: padded, to: pixels.size)
        return try detector.candidates(in: pixels, region: padded, minScore: minScore)
            .mergingOverlaps(above: suppression).map { $0.projected(by: projection) }
    }
}

internal import LiteRT

/// Finds faces in a picture.
protocol FaceFinding: Sendable {
    /// Faces in `region` of the picture, best first, in fractions of the picture.
    /// - Parameters:
    ///   - minScore: candidates below it are dropped.
    ///   - suppression: candidates that overlap by more than this become one.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float
    ) throws -> [Candidate]
}

/// Finds faces with one of the two BlazeFace models.
struct FaceFinder: FaceFinding {
    static let keypointCount = 6

    let detector: AnchoredDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threads: ThreadPlan) throws {
        detector = try AnchoredDetector(
            model, keypointCount: Self.keypointCount, grids: [.shortRangeFace, .fullRangeFace], threads: threads)
    }

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float
    ) throws -> [Candidate] {
        try faces(
            in: pixels, region: region, minScore: minScore, suppression: suppression, isAlone: true, keepsUpright: false
        )
    }

    /// - Parameters:
    ///   - isAlone: whether no other region is worked on meanwhile.
    ///   - keepsUpright: whether the box of a turned region stays a box of its own size about its centre; else it
    ///   becomes the box that bounds its turned corners, as in MediaPipe.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float, isAlone: Bool,
        keepsUpright: Bool
    ) throws -> [Candidate] {
        let padded = detector.padded(region.region(in: pixels.size))
        let projection = Projection(from: padded, to: pixels.size)
        return try detector.candidates(in: pixels, region: padded, minScore: minScore, isAlone: isAlone)
            .mergingOverlaps(above: suppression).map { candidate in
                var placed = candidate.projected(by: projection)
                if keepsUpright {
                    let extent =
                        candidate.box.size * SIMD2(padded.width, padded.height)
                        / SIMD2(pixels.size.width, pixels.size.height)
                    let center = placed.box.center
                    placed.box = Box(minimum: center - extent / 2, maximum: center + extent / 2)
                }
                return placed
            }
    }
}

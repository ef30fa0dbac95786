// SPDX-License-Identifier: Apache-2.0

/// Detects faces of all sizes, upright and rotated, by running YuNet on an image pyramid.
///
/// An overview, at most a sixteenth of the pixels, is searched whole. Larger levels are searched only around what the
/// level before made likely: YuNet gives a face too small for it a weak score rather than none (one of five pixels gets
/// 0.1 in 97 of 100 cases, one of three in 63; a background gets that in one of a hundred squares of 64 pixels). So the
/// cost grows with the number of faces and not with the number of pixels. Larger levels are
/// searched whole only while no face has been found: a small face may be alone in the image. The smallest level, the
/// thumbnail, is searched in all rotations (if a person is known to be upright, at half its size in the others), larger
/// levels in those in which there are faces. ``FaceSearchRun`` has the order; ``MultiScaleFaceDetector`` refines the result.
struct PyramidFaceSearch: Sendable {
    /// The YuNet score from which a detection is kept as a hint.
    private static let hintScore: Float = 0.35

    /// The detector that is run on each tile.
    let model: YuNetModel
    /// The maximum number of pixels searched in one image, summed over all levels and rotations.
    let maxSearchedPixels: Int

    /// The result of a search.
    struct Detections {
        /// The faces, each once, best first.
        var confident: [YuNetDetection]
        /// All detections that resemble a face, with duplicates.
        var hints: [YuNetDetection]
        /// Whether everything that looked like a face was searched; if not, ``maxSearchedPixels`` was too small.
        var isComplete: Bool
    }

    /// Returns the faces in the image, in its pixels.
    /// - Parameters:
    ///   - pixels: The image as stored.
    ///   - upright: The region rotation in which the image appears upright.
    ///   - isUprightCertain: Whether a person has been detected in that rotation, so that others are searched only if
    ///     the thumbnail shows a face in them.
    func faces(in pixels: PixelBuffer, upright: QuarterTurn, isUprightCertain: Bool) throws -> Detections {
        var run = begin(in: pixels, upright: upright, isUprightCertain: isUprightCertain)
        try advance(&run, in: pixels, maxPixels: .max)
        return Detections(
            confident: try run.faces(), hints: run.found.filter { $0.score >= Self.hintScore },
            isComplete: run.isComplete)
    }

    /// Begins a search that goes on frame by frame.
    func begin(in pixels: PixelBuffer, upright: QuarterTurn, isUprightCertain: Bool) -> FaceSearchRun {
        FaceSearchRun(
            ImagePyramid(width: pixels.width, height: pixels.height), upright: upright,
            isUprightCertain: isUprightCertain, budget: maxSearchedPixels)
    }

    /// Goes on with a search.
    /// - Parameters:
    ///   - run: The search.
    ///   - pixels: The image, or the next frame, of the same size.
    ///   - maxPixels: The number of pixels to search before the rest is left to the next frame; one tile may have more.
    /// - Returns: The faces that were seen now, each once, best first.
    @discardableResult
    func advance(_ run: inout FaceSearchRun, in pixels: PixelBuffer, maxPixels: Int) throws -> [YuNetDetection] {
        var rest = maxPixels
        let known = run.found.count
        while rest > 0 {
            let parts = try run.next(maxPixels: rest)
            guard !parts.isEmpty else { break }
            rest -= parts.reduce(0) { $0 + $1.area }
            run.take(try detections(parts.map { ($0, try run.pixels(for: $0, in: pixels)) }))
        }
        return try Array(run.found[known...]).faces(expecting: run.isUprightCertain ? run.upright : nil)
    }

    /// Runs YuNet on parts of levels and returns the detections in pixels of the image.
    private func detections(_ parts: [(FaceSearchRun.Part, PixelBuffer)]) throws -> [YuNetDetection] {
        try Concurrent.map(parts) { part, pixels in
            try model.detections(in: pixels, tile: part.tile, minScore: YuNetDetection.weakestScore)
                .map { part.tile.placed($0, scale: part.level.scale) }
        }.flatMap(\.self)
    }
}

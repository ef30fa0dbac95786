/// Detects small faces without YuNet: runs MediaPipe's full-range model on overlapping squares of the image.
///
/// It is the fallback for `range = .auto` if YuNet's model is not installed. On squares the model takes hands, ears and
/// buttons for faces, so a detection counts only if there is enough evidence for it; see ``TiledFaceCandidate``.
struct TiledFaceDetector: FaceDetectionStage {
    /// The score from which a detection of MediaPipe's detector needs no candidate that confirms it.
    private static let reliableScore: Float = 0.75
    /// The share of the image's longer side from which the full-range model does not see a face and cannot confirm it.
    private static let fillingShare: Float = 0.7
    /// The intersection over union by which a candidate confirms a detection.
    private static let confirmingOverlap: Float = 0.3

    /// MediaPipe's detector, which is run on the whole image and on close-ups.
    let base: BlazeFaceDetector
    /// MediaPipe's full-range detector, which is run on the squares.
    let full: BlazeFaceDetector
    /// The maximum number of pixels searched in one image, counted at the size of the model's input.
    let maxSearchedPixels: Int

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        let known = try base.faces(in: pixels, region: region, minScore: minScore, iouThreshold: iouThreshold)
        var search = TiledFaceSearch(
            model: full, pixels: pixels, rotation: region.rotation, iouThreshold: iouThreshold,
            maxSearchedPixels: maxSearchedPixels)
        try search.run(isSomebodyKnown: known.contains { $0.score >= Self.reliableScore })
        let detections = search.detections.filter { $0.score >= TiledFaceSearch.candidateScore }
        let candidates = try TiledFaceCandidate.candidates(detections, in: search.squares, of: pixels.size)
        let found = try Concurrent.map(candidates) { candidate -> RawDetection? in
            guard candidate.confidence(closeUpScore: 1) >= minScore else { return nil }
            let confidence = candidate.confidence(
                closeUpScore: try closeUpScore(of: candidate, in: pixels, rotation: region.rotation))
            return confidence >= minScore ? candidate.detection(score: confidence) : nil
        }.compactMap(\.self)
        let sides = SIMD2(pixels.size.width, pixels.size.height)
        let credible = known.filter { face in
            face.score >= Self.reliableScore || (face.box.size * sides).max() >= Self.fillingShare * sides.max()
                || detections.contains { $0.box.intersectionOverUnion(face.box) > Self.confirmingOverlap }
        }
        let distinct = try found.sorted { $0.score > $1.score }.keepingFirst { $0.box.showsFace(of: $1.box) }
        return credible.merged(with: distinct)
    }

    /// Returns the faces of a search that is done twice a second, and those of MediaPipe's detector in between.
    func faces(
        inFrame frame: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, timestamp: Int,
        search: inout VideoFaceSearch
    ) throws -> [RawDetection] {
        let detector: any FaceDetectionStage = search.interval.isDue(at: timestamp) ? self : base
        return try detector.faces(in: frame, region: region, minScore: minScore, iouThreshold: iouThreshold)
    }

    /// Returns the score that MediaPipe's detector gives the face when it looks at it and its surroundings; 0 if it
    /// sees no face there.
    private func closeUpScore(
        of candidate: TiledFaceCandidate, in pixels: PixelBuffer, rotation: Float
    ) throws -> Float {
        let seen = try base.faces(
            in: pixels, region: candidate.closeUpRegion(in: pixels.size, rotation: rotation), minScore: 0.05,
            iouThreshold: 0.3, usesAllThreads: false, keepsBoxSize: false)
        return seen.filter { $0.box.intersectionOverUnion(candidate.best.box) > Self.confirmingOverlap }
            .map(\.score).max() ?? 0
    }
}

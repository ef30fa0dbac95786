// SPDX-License-Identifier: Apache-2.0

/// Detects small faces without YuNet: runs MediaPipe's full-range model on overlapping squares of the image.
///
/// It is the fallback for `range = .auto` if YuNet's model is not installed. On squares the model takes hands, ears and
/// buttons for faces, so a detection counts only if there is enough evidence for it; see ``TiledFaceCandidate``.
struct TiledFaceDetector: FaceDetectionStage {
    /// The score from which a detection of MediaPipe's detector needs no candidate that confirms it.
    private static let reliableScore: Float = 0.75
    /// The share of the image's longer side from which the full-range model does not see a face and cannot confirm it.
    private static let fillingShare: Float = 0.7

    /// The minimum score of a face in a close-up, far below that of a face by itself: it is only part of the evidence.
    private static let closeUpScore: Float = 0.05
    /// The overlap above which two boxes in a close-up are merged, MediaPipe's default.
    private static let closeUpSuppression: Float = 0.3

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
        var search = search(pixels.size, region: region, iouThreshold: iouThreshold, known: known)
        while !search.isOver { try search.advance(in: pixels) }
        let found = try confirmed(search.candidates(in: pixels.size), in: pixels, region: region, minScore: minScore)
        let sides = SIMD2(pixels.size.width, pixels.size.height)
        let shown = search.detections.filter { $0.score >= TiledFaceSearch.candidateScore }
        let credible = known.filter { face in
            face.score >= Self.reliableScore || (face.box.size * sides).max() >= Self.fillingShare * sides.max()
                || shown.contains { $0.box.supports(face.box) }
        }
        return credible.merged(with: found)
    }

    /// Returns the faces that MediaPipe's detector detects in the frame, and those that a part of the search shows. The
    /// first frame is searched whole.
    func faces(
        inFrame frame: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, timestamp: Int,
        search: inout VideoFaceSearch
    ) throws -> [RawDetection] {
        guard let share = search.share(of: frame, timestamp: timestamp) else {
            return try faces(in: frame, region: region, minScore: minScore, iouThreshold: iouThreshold)
        }
        let known = try base.faces(in: frame, region: region, minScore: minScore, iouThreshold: iouThreshold)
        let candidates = try search.advance(
            self.search(frame.size, region: region, iouThreshold: iouThreshold, known: known), in: frame,
            timestamp: timestamp, share: share)
        return try known.merged(with: confirmed(candidates, in: frame, region: region, minScore: minScore))
    }

    /// Returns a search that has not begun.
    private func search(
        _ size: ImageSize, region: RotatedRect, iouThreshold: Float, known: [RawDetection]
    ) -> TiledFaceSearch {
        TiledFaceSearch(
            model: full, size: size, rotation: region.rotation, iouThreshold: iouThreshold,
            maxSearchedPixels: maxSearchedPixels,
            isSomebodyKnown: known.contains { $0.score >= Self.reliableScore })
    }

    /// Returns the candidates that a close-up confirms, best first.
    private func confirmed(
        _ candidates: [TiledFaceCandidate], in pixels: PixelBuffer, region: RotatedRect, minScore: Float
    ) throws -> [RawDetection] {
        try Concurrent.map(candidates) { candidate -> RawDetection? in
            guard candidate.confidence(closeUpScore: 1) >= minScore else { return nil }
            let confidence = candidate.confidence(
                closeUpScore: try closeUpScore(of: candidate, in: pixels, rotation: region.rotation))
            return confidence >= minScore ? candidate.detection(score: confidence) : nil
        }.compactMap(\.self).sorted { $0.score > $1.score }.keepingFirst { $0.box.isSameFaceInSquares(as: $1.box) }
    }

    /// Returns the score that MediaPipe's detector gives the face when it looks at it and its surroundings; 0 if it
    /// sees no face there.
    private func closeUpScore(
        of candidate: TiledFaceCandidate, in pixels: PixelBuffer, rotation: Float
    ) throws -> Float {
        let seen = try base.faces(
            in: pixels, region: candidate.closeUpRegion(in: pixels.size, rotation: rotation),
            minScore: Self.closeUpScore, iouThreshold: Self.closeUpSuppression, usesAllThreads: false,
            keepsBoxSize: false)
        return seen.filter { $0.box.supports(candidate.best.box) }
            .map(\.score).max() ?? 0
    }
}

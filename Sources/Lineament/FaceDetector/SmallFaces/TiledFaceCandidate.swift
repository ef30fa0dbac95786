// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A possible face of ``TiledFaceDetector``: the detections that show it, and the evidence for it.
struct TiledFaceCandidate: Sendable {
    /// The detection with the best score.
    let best: RawDetection
    /// All detections of the same face, in squares of several sizes and positions.
    let detections: [RawDetection]
    /// The number of squares in which the model could have detected the face.
    let squareCount: Int
    /// The number of other, confident candidates of about the same size in the image, as in a crowd.
    let similarCount: Int
}

extension TiledFaceCandidate {
    /// The score from which a candidate supports similar ones.
    private static let confidentScore: Float = 0.7
    /// The largest ratio of widths of faces of about the same size.
    private static let similarRatio: Float = 1.6
    /// The weight of the best score in the evidence.
    private static let bestScoreWeight: Float = 2
    /// The evidence that is mapped to 0.5.
    private static let evenEvidence: Float = 1.55
    /// The steepness of the logistic function that maps evidence to confidence.
    private static let steepness: Float = 2
    /// The side of the square for a close-up, relative to that of the face.
    private static let closeUpSide: Float = 5
    /// The maximum number of detections that are grouped, best first, as each is compared with the others.
    private static let maxDetections = 20_000

    /// Groups detections by the face that they show.
    /// - Parameters:
    ///   - detections: The detections in all squares, in fractions of the image.
    ///   - squares: The squares.
    ///   - size: The size of the image, in pixels.
    static func candidates(
        _ detections: [RawDetection], in squares: [RotatedRect], of size: ImageSize
    ) throws -> [TiledFaceCandidate] {
        let detections = detections.sorted { $0.score > $1.score }.prefix(maxDetections)
        let kept = try Array(detections).keepingFirst { $0.box.isSameFaceInSquares(as: $1.box) }
        let confidentWidths = kept.filter { $0.score >= confidentScore }.map(\.box.size.x)
        return try kept.map { best in
            try Deadline.check()
            let group = detections.filter { $0.box.supports(best.box) }
            let squareCount = squares.count { $0.canShow(best.box, in: size) }
            let similar = confidentWidths.count {
                max($0, best.box.size.x) < similarRatio * min($0, best.box.size.x)
            }
            return TiledFaceCandidate(
                best: best, detections: group.isEmpty ? [best] : group, squareCount: max(squareCount, group.count, 1),
                similarCount: best.score >= confidentScore ? similar - 1 : similar)
        }
    }

    /// Returns how sure the face is, 0 to 1, on the scale of MediaPipe's detectors.
    ///
    /// The evidence is the best score, counted twice; the logarithm of the mean score in the squares that could show
    /// the face; the score in a close-up; and half the logarithm of the number of similar faces. On the labeled photos,
    /// 97 of 100 faces with evidence of 1.55 and more are right, and 1.55 is mapped to 0.5, the default of
    /// `minDetectionConfidence`.
    func confidence(closeUpScore: Float) -> Float {
        let mean = detections.reduce(0) { $0 + $1.score } / Float(squareCount)
        let evidence = Self.bestScoreWeight * best.score + log(mean) + closeUpScore + log(1 + Float(similarCount)) / 2
        return sigmoid(Self.steepness * (evidence - Self.evenEvidence))
    }

    /// Returns the face with the mean box and keypoints of its detections.
    func detection(score: Float) -> RawDetection { detections.weightedMean(score: score) }

    /// Returns the square for a close-up of the face.
    func closeUpRegion(in size: ImageSize, rotation: Float) -> RotatedRect {
        let side = Self.closeUpSide * max(best.box.size.x * size.width, best.box.size.y * size.height)
        return RotatedRect(
            xCenter: best.box.center.x, yCenter: best.box.center.y, width: side / size.width,
            height: side / size.height, rotation: rotation)
    }
}

extension RotatedRect {
    /// The widths of faces, relative to the square's side, that the full-range model can detect.
    private static let detectableWidth: ClosedRange<Float> = 0.08...0.5
    /// The share of a face's width that must lie inside the square.
    private static let insideShare: Float = 0.8

    /// Returns whether the full-range model can detect a face with this box in the square: the face is not cut off, and
    /// neither too small nor too large.
    fileprivate func canShow(_ box: BoundingBox, in size: ImageSize) -> Bool {
        let share = box.size.x / width
        let limit = SIMD2(width, height) / 2 - Self.insideShare / 2 * box.size.x * SIMD2(1, size.width / size.height)
        let offset = box.center - SIMD2(xCenter, yCenter)
        return Self.detectableWidth.contains(share) && abs(offset.x) <= limit.x && abs(offset.y) <= limit.y
    }
}

// SPDX-License-Identifier: Apache-2.0
extension [RawDetection] {
    /// Returns one detection per group of overlapping detections, in descending order of score.
    ///
    /// A group is every remaining detection that overlaps the best one by more than `iouThreshold`. Its box and
    /// keypoints are averaged, weighted by score; its score is that of the best member. The result equals that of
    /// MediaPipe's `non_max_suppression_calculator.cc` in `WEIGHTED` mode.
    /// - Parameter iouThreshold: The intersection over union above which two detections belong to one group.
    func weightedNonMaxSuppression(iouThreshold: Float) -> [RawDetection] {
        var remaining = sorted { $0.score > $1.score }
        var kept: [RawDetection] = []
        while let best = remaining.first {
            let isOverlapping = remaining.map { $0.box.intersectionOverUnion(best.box) > iouThreshold }
            let group = zip(remaining, isOverlapping).filter(\.1).map(\.0)
            guard !group.isEmpty else {
                // A box without area does not overlap even itself; MediaPipe stops here.
                kept.append(best)
                break
            }
            kept.append(group.weightedMean(score: best.score))
            remaining = zip(remaining, isOverlapping).filter { !$0.1 }.map(\.0)
        }
        return kept
    }

    /// Returns the score-weighted mean of the boxes and keypoints, with the given score.
    func weightedMean(score: Float) -> RawDetection {
        let total = reduce(0) { $0 + $1.score }
        func mean(_ value: (RawDetection) -> SIMD2<Float>) -> SIMD2<Float> {
            reduce(SIMD2<Float>.zero) { $0 + value($1) * $1.score } / total
        }
        let keypoints = self[0].keypoints.indices.map { index in mean { $0.keypoints[index] } }
        return RawDetection(
            box: BoundingBox(minimum: mean(\.box.minimum), maximum: mean(\.box.maximum)), score: score,
            keypoints: keypoints)
    }
}

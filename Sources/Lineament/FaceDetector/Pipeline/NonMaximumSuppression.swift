extension [RawDetection] {
    /// One detection for each group that overlaps, in descending order of score.
    ///
    /// A group is all that overlaps its best member by more than `iouThreshold`; box and keypoints are means weighted by
    /// score, and the score is the best member's. Equal to MediaPipe's weighted non-maximum suppression.
    func weightedNonMaxSuppression(iouThreshold: Float) -> [RawDetection] {
        var remaining = sorted { $0.score > $1.score }
        var kept: [RawDetection] = []
        while let best = remaining.first {
            let isOverlapping = remaining.map { $0.box.intersectionOverUnion(best.box) > iouThreshold }
            let group = zip(remaining, isOverlapping).filter(\.1).map(\.0)
            guard !group.isEmpty else {
                // A box without area does not even overlap itself; MediaPipe ends here.
                kept.append(best)
                break
            }
            kept.append(group.weightedMean(score: best.score))
            remaining = zip(remaining, isOverlapping).filter { !$0.1 }.map(\.0)
        }
        return kept
    }

    private func weightedMean(score: Float) -> RawDetection {
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

extension Array {
    /// The elements, in order, each unless one that was kept before is the same thing.
    ///
    /// The one greedy suppression behind every merging of overlaps: sort first, best element first.
    func keepingFirst(where isSame: (_ kept: Element, _ next: Element) -> Bool) -> [Element] {
        reduce(into: []) { kept, next in
            if !kept.contains(where: { isSame($0, next) }) { kept.append(next) }
        }
    }
}

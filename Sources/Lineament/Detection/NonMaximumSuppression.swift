extension [Candidate] {
    /// One candidate for each group that overlaps, in descending order of score.
    ///
    /// A group is all that overlaps its best member by more than `threshold`; box and keypoints are means weighted
    /// by score, the score is the best member's.
    func mergingOverlaps(above threshold: Float) -> [Candidate] {
        var remaining = sorted { $0.score > $1.score }
        var merged: [Candidate] = []
        while let best = remaining.first {
            let isOverlapping = remaining.map { $0.box.intersectionOverUnion(best.box) > threshold }
            let group = zip(remaining, isOverlapping).filter(\.1).map(\.0)
            guard !group.isEmpty else {
                // A box without area does not even overlap itself; MediaPipe ends its search here.
                merged.append(best)
                break
            }
            merged.append(group.weightedMean(score: best.score))
            remaining = zip(remaining, isOverlapping).filter { !$0.1 }.map(\.0)
        }
        return merged
    }

    private func weightedMean(score: Float) -> Candidate {
        let total = reduce(0) { $0 + $1.score }
        func mean(_ value: (Candidate) -> SIMD2<Float>) -> SIMD2<Float> {
            reduce(SIMD2<Float>.zero) { $0 + value($1) * $1.score } / total
        }
        let keypoints = self[0].keypoints.indices.map { index in mean { $0.keypoints[index] } }
        return Candidate(
            box: Box(minimum: mean(\.box.minimum), maximum: mean(\.box.maximum)), score: score,
            keypoints: keypoints)
    }
}

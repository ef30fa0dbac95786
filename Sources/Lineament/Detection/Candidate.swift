/// A detection before it becomes a public result: box and keypoints in fractions of the tensor or the image.
struct Candidate: Sendable {
    var box: Box
    var score: Float
    var keypoints: [SIMD2<Float>]
}

/// An axis-aligned box by its upper left corner and its size.
///
/// MediaPipe stores boxes so; the far corner is computed anew each time, and its last bit depends on that.
struct Box: Sendable, Hashable {
    var minimum: SIMD2<Float>
    var size: SIMD2<Float>

    init(minimum: SIMD2<Float>, maximum: SIMD2<Float>) {
        self.minimum = minimum
        size = maximum - minimum
    }

    var maximum: SIMD2<Float> { minimum + size }
    var center: SIMD2<Float> { minimum + size / 2 }
    var area: Float { size.x * size.y }

    /// The area shared with `other` over the area covered by both; 0 if nothing is covered.
    func intersectionOverUnion(_ other: Box) -> Float {
        let low = pointwiseMax(minimum, other.minimum)
        let high = pointwiseMin(maximum, other.maximum)
        let shared = high.x < low.x || high.y < low.y ? 0 : (high.x - low.x) * (high.y - low.y)
        let union = area + other.area - shared
        return union > 0 ? shared / union : 0
    }
}

extension Candidate {
    /// The candidate seen through `projection`; its box becomes the one that bounds the four projected corners.
    func projected(by projection: Projection) -> Candidate {
        let corners = [
            projection(box.minimum), projection(SIMD2(box.maximum.x, box.minimum.y)),
            projection(box.maximum), projection(SIMD2(box.minimum.x, box.maximum.y)),
        ]
        let bounds = Box(
            minimum: corners.dropFirst().reduce(corners[0], pointwiseMin),
            maximum: corners.dropFirst().reduce(corners[0], pointwiseMax))
        return Candidate(box: bounds, score: score, keypoints: keypoints.map { projection($0) })
    }
}

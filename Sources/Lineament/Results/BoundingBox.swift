/// An axis-aligned box by its upper left corner and its size, in fractions of an image or tensor.
///
/// MediaPipe stores boxes this way; the far corner is computed anew each time, and its last bit depends on that.
struct BoundingBox: Sendable, Hashable {
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
    func intersectionOverUnion(_ other: BoundingBox) -> Float {
        let low = pointwiseMax(minimum, other.minimum)
        let high = pointwiseMin(maximum, other.maximum)
        let shared = high.x < low.x || high.y < low.y ? 0 : (high.x - low.x) * (high.y - low.y)
        let union = area + other.area - shared
        return union > 0 ? shared / union : 0
    }
}

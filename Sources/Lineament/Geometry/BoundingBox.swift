// SPDX-License-Identifier: Apache-2.0

/// An axis-aligned box, stored as its upper left corner and its size, in fractions of an image or a region.
///
/// MediaPipe stores boxes this way. The far corner is computed each time it is needed, which decides its last bit.
struct BoundingBox: Sendable, Hashable {
    /// The upper left corner.
    var minimum: SIMD2<Float>
    /// The width and height.
    var size: SIMD2<Float>

    /// Creates a box from its upper left and lower right corners.
    init(minimum: SIMD2<Float>, maximum: SIMD2<Float>) {
        self.minimum = minimum
        size = maximum - minimum
    }

    /// The lower right corner.
    var maximum: SIMD2<Float> { minimum + size }
    /// The center.
    var center: SIMD2<Float> { minimum + size / 2 }
    /// The area, as a fraction of the area of the image or region.
    var area: Float { size.x * size.y }

    /// Returns the area of the intersection with `other`; 0 if there is none.
    func intersectionArea(_ other: BoundingBox) -> Float {
        let low = pointwiseMax(minimum, other.minimum)
        let high = pointwiseMin(maximum, other.maximum)
        return high.x < low.x || high.y < low.y ? 0 : (high.x - low.x) * (high.y - low.y)
    }

    /// Returns the area of the intersection with `other` divided by the area of the union; 0 if the union is empty.
    func intersectionOverUnion(_ other: BoundingBox) -> Float {
        let shared = intersectionArea(other)
        let union = area + other.area - shared
        return union > 0 ? shared / union : 0
    }

    /// Returns whether a point lies inside.
    func contains(_ point: SIMD2<Float>) -> Bool {
        point.x > minimum.x && point.y > minimum.y && point.x < maximum.x && point.y < maximum.y
    }
}

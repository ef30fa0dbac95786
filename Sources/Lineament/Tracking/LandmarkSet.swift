/// The landmarks of one face or body: x and y in fractions of the image and z on the scale of x, or all in meters.
typealias LandmarkSet = [SIMD3<Float>]

extension LandmarkSet {
    /// The bounding box of all points in x and y.
    var bounds: BoundingBox {
        let (low, high) = corners
        return BoundingBox(minimum: SIMD2(low.x, low.y), maximum: SIMD2(high.x, high.y))
    }

    /// Returns the mean of the width and height of the bounding box, in pixels.
    func extent(in size: ImageSize) -> Float {
        let pixels = SIMD3(size.width, size.height, size.width)
        let (low, high) = map { $0 * pixels }.corners
        return ((high.x - low.x) + (high.y - low.y)) / 2
    }

    private var corners: (low: SIMD3<Float>, high: SIMD3<Float>) {
        (
            reduce(SIMD3(repeating: .infinity), pointwiseMin), reduce(SIMD3(repeating: -.infinity), pointwiseMax)
        )
    }
}

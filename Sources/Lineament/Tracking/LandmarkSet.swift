// SPDX-License-Identifier: Apache-2.0

/// The landmarks of one face or body: x and y in fractions of the image and z on the scale of x, or all in meters.
typealias LandmarkSet = [SIMD3<Float>]

extension LandmarkSet {
    /// The bounding box of all points in x and y.
    var bounds: BoundingBox {
        guard let (low, high) = corners else { return BoundingBox(minimum: .zero, maximum: .zero) }
        return BoundingBox(minimum: low.xy, maximum: high.xy)
    }

    /// Returns the mean of the width and height of the bounding box, in pixels.
    func extent(in size: ImageSize) -> Float {
        let pixels = SIMD3(size.width, size.height, size.width)
        guard let (low, high) = map({ $0 * pixels }).corners else { return 0 }
        return ((high.x - low.x) + (high.y - low.y)) / 2
    }
}

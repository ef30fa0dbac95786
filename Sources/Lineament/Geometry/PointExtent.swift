// SPDX-License-Identifier: Apache-2.0

/// The extent of points, as MediaPipe computes it: its maxima start at the smallest positive number, which matters where
/// all points are beyond the left or top edge.
struct PointExtent {
    private var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
    private var high = SIMD2<Float>(repeating: .leastNormalMagnitude)

    init(_ points: some Sequence<SIMD2<Float>>) {
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
    }

    /// The box around the points, as MediaPipe makes it of landmarks; its ``BoundingBox/center`` can differ from
    /// ``center`` in the last bit.
    var box: BoundingBox { BoundingBox(minimum: low, maximum: high) }
    var center: SIMD2<Float> { (high + low) / 2 }
    var size: SIMD2<Float> { high - low }
}

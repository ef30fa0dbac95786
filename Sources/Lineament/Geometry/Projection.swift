// SPDX-License-Identifier: Apache-2.0

/// Maps points from fractions of a region to fractions of the image.
///
/// It is the way back from a model's output: ``PerspectiveSampler`` cuts the region out, and a projection places what
/// the model predicts in it.
struct Projection: Sendable {
    private let xAxis: SIMD2<Float>
    private let yAxis: SIMD2<Float>
    private let origin: SIMD2<Float>
    /// The ratio of a depth in fractions of the image's width to the same depth in fractions of the region's width.
    let depthScale: Float

    init(from region: PixelRegion, to size: ImageSize, style: GraphStyle) {
        let c = style.cosine(region.rotation)
        let s = style.sine(region.rotation)
        let w = region.width
        let h = region.height
        // MediaPipe multiplies by reciprocals, which differs from division in the last bit.
        let unit = SIMD2(1 / size.width, 1 / size.height)
        xAxis = SIMD2(w * c, w * s) * unit
        yAxis = SIMD2(-h * s, h * c) * unit
        origin =
            SIMD2(
                -0.5 * w * c + 0.5 * h * s + region.xCenter, -0.5 * h * c - 0.5 * w * s + region.yCenter)
            * unit
        depthScale = xAxis.length
    }

    /// Returns the point, in fractions of the image.
    func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
        xAxis * point.x + yAxis * point.y + origin
    }
}

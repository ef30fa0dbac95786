// SPDX-License-Identifier: Apache-2.0

/// The bars that pad a region on two sides to the aspect ratio of a tensor, as in MediaPipe's
/// `detection_letterbox_removal_calculator.cc`.
struct Letterbox {
    /// The share of the tensor that one vertical bar and one horizontal bar take.
    private let bars: SIMD2<Float>

    /// Computes the bars for a region.
    /// - Parameter aspect: The height of the tensor divided by its width.
    init(_ region: PixelRegion, aspect: Float) {
        let own = region.height / region.width
        bars = aspect > own ? SIMD2(0, (1 - own / aspect) / 2) : SIMD2((1 - aspect / own) / 2, 0)
    }

    /// Converts a point from fractions of the tensor to fractions of the region.
    func removed(from point: SIMD2<Float>) -> SIMD2<Float> { (point - bars) / (1 - (bars + bars)) }

    /// Converts a width and a height.
    func removed(fromSize size: SIMD2<Float>) -> SIMD2<Float> { size / (1 - (bars + bars)) }

    /// Converts a depth, which is on the scale of x.
    func removed(fromDepth depth: Float) -> Float { depth / (1 - (bars.x + bars.x)) }
}

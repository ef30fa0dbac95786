// SPDX-License-Identifier: Apache-2.0

/// The part of an image that a landmark model sees of a region, and the way back from its output to the region.
///
/// MediaPipe's solutions pad a region to the aspect ratio of the model's input. Regions are square, so that this changes no
/// more than the last bits; its tasks are reproduced without it.
struct ShownRegion {
    /// The region that the model sees, in pixels.
    let region: PixelRegion
    private let letterbox: Letterbox?

    init(_ rect: RotatedRect, in size: ImageSize, of input: InputTensorSpecification, style: GraphStyle) {
        let own = rect.region(in: size)
        let aspect = Float(input.height) / Float(input.width)
        region = style == .tasks ? own : own.padded(toAspect: aspect)
        letterbox = style == .tasks ? nil : Letterbox(own, aspect: aspect)
    }

    /// Returns a landmark of the model, in fractions of what it sees, in fractions of the region.
    func removingBars(from point: SIMD3<Float>) -> SIMD3<Float> {
        guard let letterbox else { return point }
        let place = letterbox.removed(from: point.xy)
        return SIMD3(place.x, place.y, letterbox.removed(fromDepth: point.z))
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The model that refines the region of a hand: from a region around the hand as the body's landmarks tell it, it predicts
/// two points that determine the hand's own region.
///
/// MediaPipe's equivalent is `hand_roi_refinement_graph.cc`.
struct HandRefinementModel: Sendable {
    let model: ImageModel
    private let style: GraphStyle

    /// Compiles the model.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is not such a model.
    init(_ model: Model, threading: Threading, style: GraphStyle) throws {
        self.style = style
        let shown = style == .solutions ? model.separatingScalings() : nil
        self.model = try ImageModel(shown ?? model, outputSizes: [[4]], threading: threading, style: style)
    }

    /// Returns the region of the hand.
    /// - Parameters:
    ///   - rect: The region that the body's landmarks tell; see `PersonRegion`.
    ///   - pixels: The image.
    ///   - usesAllThreads: Whether this inference may use all threads.
    /// - Returns: `nil` if the region has no area.
    func refined(_ rect: RotatedRect, in pixels: PixelBuffer, usesAllThreads: Bool) throws -> RotatedRect? {
        let aspect = Float(model.input.height) / Float(model.input.width)
        let region = rect.region(in: pixels.size).padded(toAspect: aspect)
        let projection = Projection(from: region, to: pixels.size, style: style)
        let shown = ShownRegion(rect, in: pixels.size, of: model.input, style: style)
        let turn = RegionTurn(rect, style: style)
        func placed(_ point: SIMD2<Float>) -> SIMD2<Float> {
            guard style == .solutions else { return projection(point) }
            return turn.placed(shown.removingBars(from: SIMD3(point.x, point.y, 0))).xy
        }
        let side = SIMD2(Float(model.input.width), Float(model.input.height))
        return try model.run(on: pixels, region: region, border: .replicate, usesAllThreads: usesAllThreads) {
            outputs in
            let points = outputs[0].withElements { values in
                [0, 2].map { placed(SIMD2(values[$0], values[$0 + 1]) / side) }
            }
            return PersonRegion.ofHand(center: points[0], guide: points[1], in: pixels.size, style: style)
        }
    }
}

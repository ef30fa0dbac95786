internal import LiteRT

/// The model that refines the region of a hand: from a region around the hand as the body's landmarks tell it, it predicts
/// two points that determine the hand's own region.
///
/// MediaPipe's equivalent is `hand_roi_refinement_graph.cc`.
struct HandRefinementModel: Sendable {
    let model: ImageModel

    /// Compiles the model.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is not such a model.
    init(_ model: Model, threading: Threading) throws {
        self.model = try ImageModel(model, outputSizes: [[4]], threading: threading)
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
        let projection = Projection(from: region, to: pixels.size)
        let side = SIMD2(Float(model.input.width), Float(model.input.height))
        return try model.run(on: pixels, region: region, border: .replicate, usesAllThreads: usesAllThreads) {
            outputs in
            let points = outputs[0].withElements { values in
                [0, 2].map { projection(SIMD2(values[$0], values[$0 + 1]) / side) }
            }
            return PersonRegion.ofHand(center: points[0], guide: points[1], in: pixels.size)
        }
    }
}

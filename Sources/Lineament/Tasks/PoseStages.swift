internal import LiteRT

/// The stages that a body passes through, one by one, for timing.
package struct PoseStages {
    package let stages: [(name: String, run: () throws -> Void)]

    /// - Throws: ``LineamentError`` if the models cannot be loaded or the picture has nobody.
    package init(image: MPImage, options: PoseLandmarkerOptions) throws {
        func analyzer(masks: Bool) throws -> PoseAnalyzer {
            options.shouldOutputSegmentationMasks = masks
            return try restatingRuntimeErrors { try PoseAnalyzer(PoseModels(options), options: options) }
        }
        let (bare, masked) = (try analyzer(masks: false), try analyzer(masks: true))
        let pixels = image.pixels
        guard let region = try bare.detectedRegions(in: pixels, rotation: 0).first,
            let body = try masked.body(in: pixels, region: region)
        else { throw LineamentError(.invalidArgument, "There is nobody in the picture to time.") }
        let area = region.region(in: pixels.size)
        stages = [
            ("pose detector: bare model run", { try bare.finder.model.runOnly() }),
            ("pose detector: whole stage", { _ = try bare.detectedRegions(in: pixels, rotation: 0) }),
            ("body: sample the person", { try bare.model.model.sampleOnly(pixels, region: area, border: .replicate) }),
            ("body: bare model run", { try bare.model.model.runOnly() }),
            ("body with mask: bare model run", { try masked.model.model.runOnly() }),
            ("body: whole stage", { _ = try bare.body(in: pixels, region: region) }),
            ("body with mask: whole stage", { _ = try masked.body(in: pixels, region: region) }),
            (
                "body with mask: laid over the picture",
                {
                    _ = PoseLandmarkerResult(
                        bodies: [body], trackIDs: [], size: pixels.size, timestampInMilliseconds: 0)
                }
            ),
        ]
    }
}

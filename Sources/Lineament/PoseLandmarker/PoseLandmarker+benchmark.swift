// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The stages of the pose landmarker, to be timed one by one.
package struct PoseLandmarkerBenchmark {
    /// The stages in the order of the pipeline; each `run` executes its stage once.
    package let stages: [(name: String, run: () throws -> Void)]

    /// Loads the models and runs the pipeline once, so that every stage has its input.
    /// - Throws: ``LineamentError`` if the models cannot be loaded or no person is found in the image.
    package init(image: MPImage, options: PoseLandmarkerOptions) throws {
        func stages(masks: Bool) throws -> PoseLandmarkerStages {
            let options = PoseLandmarkerOptions(copying: options)
            options.shouldOutputSegmentationMasks = masks
            return try PoseLandmarkerStages(options)
        }
        let bare = try stages(masks: false)
        let masked = try stages(masks: true)
        let pixels = image.pixels
        guard let region = try bare.people(in: pixels, rotation: 0).regions.first,
            let pose = try masked.pose(in: pixels, region: region)
        else { throw LineamentError(.invalidArgument, "The benchmark image shows nobody.") }
        let area = region.region(in: pixels.size)
        let model = bare.landmarkModel.model
        let maskModel = masked.landmarkModel.model
        self.stages = [
            ("pose detector: model alone", { try bare.detector.model.runOnly() }),
            ("pose detector: whole stage", { _ = try bare.people(in: pixels, rotation: 0) }),
            ("body: sample the person", { try model.sampleOnly(pixels, region: area, border: .replicate) }),
            ("body: model alone", { try model.runOnly() }),
            ("body with mask: model alone", { try maskModel.runOnly() }),
            ("body: whole stage", { _ = try bare.pose(in: pixels, region: region) }),
            ("body with mask: whole stage", { _ = try masked.pose(in: pixels, region: region) }),
            (
                "body with mask: projected onto the image",
                { _ = try PoseLandmarkerResult.Pose(pose, trackID: nil, in: pixels.size) }
            ),
        ]
    }
}

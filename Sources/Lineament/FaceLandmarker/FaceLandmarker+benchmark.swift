// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The stages of the face landmarker, to be timed one by one.
package struct FaceLandmarkerBenchmark {
    /// The stages in the order of the pipeline; each `run` executes its stage once.
    package let stages: [(name: String, run: () throws -> Void)]

    /// Loads the models and runs the pipeline once, so that every stage has its input.
    /// - Throws: ``LineamentError`` if the models cannot be loaded or the image shows no face.
    package init(image: MPImage, options: FaceLandmarkerOptions) throws {
        let stages = try FaceLandmarkerStages(options)
        let landmarker = try FaceLandmarker(options: options)
        let pixels = image.pixels
        let frame = try PixelBuffer.emptyFrame(width: pixels.width, height: pixels.height)
        let whole = RotatedRect.wholeImage(pixels.size).region(in: pixels.size).padded(toAspect: 1)
        let candidates = try stages.candidates(in: pixels, rotation: 0, limit: 1)
        guard let region = candidates.first?.region,
            let prediction = try stages.findings(in: pixels, candidates: candidates).faces.first
        else { throw LineamentError(.invalidArgument, "The benchmark image shows no face.") }
        guard let blazeFace = stages.detector as? BlazeFaceDetector else {
            throw LineamentError(.invalidArgument, "The benchmark supports the short range only.")
        }
        let minScore = options.minFaceDetectionConfidence
        let detections = try blazeFace.detector.decodeOnly(minScore: minScore)
        let detectorModel = blazeFace.model
        let landmarkModel = stages.landmarkModel.model
        let face = region.region(in: pixels.size)
        self.stages = [
            ("detector: sample the image", { try detectorModel.sampleOnly(pixels, region: whole, border: .zero) }),
            (
                "detector: sample a frame of a video",
                { try detectorModel.sampleOnly(frame, region: whole, border: .zero) }
            ),
            ("detector: model alone", { try detectorModel.runOnly() }),
            ("detector: lay out the anchors", { _ = AnchorGrid(layers: AnchorGrid.shortRangeFaceLayers) }),
            ("detector: decode boxes and scores", { _ = try blazeFace.detector.decodeOnly(minScore: minScore) }),
            (
                "detector: non-maximum suppression",
                { _ = detections.weightedNonMaxSuppression(iouThreshold: FaceLandmarkerStages.iouThreshold) }
            ),
            ("detector: whole stage", { _ = try stages.candidates(in: pixels, rotation: 0, limit: 1) }),
            ("landmarks: sample the face", { try landmarkModel.sampleOnly(pixels, region: face, border: .replicate) }),
            (
                "landmarks: sample it from a frame",
                { try landmarkModel.sampleOnly(frame, region: face, border: .replicate) }
            ),
            ("landmarks: model alone", { try landmarkModel.runOnly() }),
            ("landmarks: whole stage", { _ = try stages.findings(in: pixels, candidates: candidates) }),
            ("blendshapes: model alone", { try stages.blendshapeModel?.runOnly() }),
            ("matrix", { _ = stages.headPose?.transformation(for: prediction.landmarks, in: pixels.size) }),
            ("blendshapes and matrix", { _ = try stages.faces([prediction], trackIDs: nil, in: pixels.size) }),
            ("face landmarker, image mode, everything", { _ = try landmarker.detect(image: image) }),
        ]
    }
}

extension PixelBuffer {
    /// Returns a black frame in the format that video decoders produce.
    fileprivate static func emptyFrame(width: Int, height: Int) throws -> PixelBuffer {
        let luma = width * height
        let chroma = (width + 1) / 2 * ((height + 1) / 2)
        let bytes = [UInt8](repeating: 16, count: luma) + [UInt8](repeating: 128, count: 2 * chroma)
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .i420)
    }
}

extension ImageModel {
    /// Fills the input tensor without running the model.
    func sampleOnly(_ pixels: PixelBuffer, region: PixelRegion, border: BorderMode) throws {
        guard let sampler = PerspectiveSampler(region: region, output: input, border: border, style: .tasks) else {
            return
        }
        try pools.wide.withModel { compiled in compiled.inputs[0].withElements { pixels.sample(sampler, into: $0) } }
    }

    /// Runs the model on whatever its input tensor holds.
    func runOnly() throws { try pools.wide.withModel { try $0.run() } }
}

extension BlendshapeModel {
    /// Runs the model on whatever its input tensor holds.
    func runOnly() throws { try pools.wide.withModel { try $0.run() } }
}

extension AnchorBasedDetector {
    /// Decodes the outputs of the last inference.
    fileprivate func decodeOnly(minScore: Float) throws -> [RawDetection] {
        try model.pools.wide.withModel { decode($0.outputs, minScore: minScore) }
    }
}

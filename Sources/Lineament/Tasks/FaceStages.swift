internal import LiteRT

/// The stages that a face passes through, one by one, for timing.
package struct FaceStages {
    package let stages: [(name: String, run: () throws -> Void)]

    /// - Throws: ``LineamentError`` if the models cannot be loaded or the picture has no face.
    package init(image: MPImage, options: FaceLandmarkerOptions) throws {
        let file = try ModelFile.read(path: options.baseOptions.modelAssetPath, default: .faceLandmarker)
        let bundle = try ModelBundle(bytes: file.bytes, name: file.name)
        let analyzer = try restatingRuntimeErrors { try FaceAnalyzer(bundle: bundle, options: options) }
        let landmarker = try FaceLandmarker(options: options)
        let pixels = image.pixels
        let whole = RotatedRect.wholeImage(pixels.size)
        let regions = try analyzer.detectedRegions(in: pixels, rotation: 0, limit: 1)
        guard let region = regions.first,
            let landmarks = try analyzer.landmarks(in: pixels, regions: regions).first
        else { throw LineamentError(.invalidArgument, "There is no face in the picture to time.") }
        guard let finderModel = (analyzer.finder as? FaceFinder)?.model else {
            throw LineamentError(.invalidArgument, "Stages are timed for the short range only.")
        }
        let meshModel = analyzer.mesh.model
        stages = [
            (
                "detector: sample the picture",
                {
                    try finderModel.sampleOnly(
                        pixels, region: whole.region(in: pixels.size).padded(toAspect: 1), border: .zero)
                }
            ),
            ("detector: bare model run", { try finderModel.runOnly() }),
            (
                "detector: whole stage",
                {
                    _ = try analyzer.detectedRegions(in: pixels, rotation: 0, limit: 1)
                }
            ),
            (
                "landmarks: sample the face",
                {
                    try meshModel.sampleOnly(pixels, region: region.region(in: pixels.size), border: .replicate)
                }
            ),
            ("landmarks: bare model run", { try meshModel.runOnly() }),
            ("landmarks: whole stage", { _ = try analyzer.landmarks(in: pixels, regions: regions) }),
            ("blendshapes and matrix", { _ = try analyzer.face(landmarks, in: pixels.size) }),
            ("face landmarker, image mode, everything", { _ = try landmarker.detect(image: image) }),
        ]
    }
}

extension ImageModel {
    func sampleOnly(_ pixels: PixelBuffer, region: PixelRegion, border: BorderMode) throws {
        guard let warp = Warp(region: region, target: image, border: border) else { return }
        try pool.withModel { pixels.sample(warp, into: $0.inputs[0].elements) }
    }

    func runOnly() throws { try pool.withModel { try $0.run() } }
}

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
        let frame = try PixelBuffer.emptyFrame(width: pixels.width, height: pixels.height)
        let whole = RotatedRect.wholeImage(pixels.size).region(in: pixels.size).padded(toAspect: 1)
        let regions = try analyzer.detectedRegions(in: pixels, rotation: 0, limit: 1)
        guard let region = regions.first,
            let landmarks = try analyzer.landmarks(in: pixels, regions: regions).first
        else { throw LineamentError(.invalidArgument, "There is no face in the picture to time.") }
        guard let finder = analyzer.finder as? FaceFinder else {
            throw LineamentError(.invalidArgument, "Stages are timed for the short range only.")
        }
        let finderModel = finder.model
        let candidates = try finder.detector.decodeOnly(minScore: options.minFaceDetectionConfidence)
        let meshModel = analyzer.mesh.model
        let face = region.region(in: pixels.size)
        stages = [
            ("detector: sample the picture", { try finderModel.sampleOnly(pixels, region: whole, border: .zero) }),
            (
                "detector: sample a frame of a video",
                { try finderModel.sampleOnly(frame, region: whole, border: .zero) }
            ),
            ("detector: bare model run", { try finderModel.runOnly() }),
            ("detector: lay out the anchors", { _ = AnchorGrid(layers: [(16, 2), (8, 6)]) }),
            (
                "detector: read boxes and scores",
                { _ = try finder.detector.decodeOnly(minScore: options.minFaceDetectionConfidence) }
            ),
            (
                "detector: merge overlapping boxes",
                { _ = candidates.mergingOverlaps(above: FaceAnalyzer.suppression) }
            ),
            (
                "detector: whole stage",
                {
                    _ = try analyzer.detectedRegions(in: pixels, rotation: 0, limit: 1)
                }
            ),
            ("landmarks: sample the face", { try meshModel.sampleOnly(pixels, region: face, border: .replicate) }),
            (
                "landmarks: sample it from a frame",
                { try meshModel.sampleOnly(frame, region: face, border: .replicate) }
            ),
            ("landmarks: bare model run", { try meshModel.runOnly() }),
            ("landmarks: whole stage", { _ = try analyzer.landmarks(in: pixels, regions: regions) }),
            ("blendshapes: bare model run", { try analyzer.blendshapes?.runOnly() }),
            ("matrix", { _ = try analyzer.geometry?.transformation(for: landmarks, in: pixels.size) }),
            ("blendshapes and matrix", { _ = try analyzer.face(landmarks, in: pixels.size) }),
            ("face landmarker, image mode, everything", { _ = try landmarker.detect(image: image) }),
        ]
    }
}

extension PixelBuffer {
    /// A black frame as decoders give it.
    fileprivate static func emptyFrame(width: Int, height: Int) throws -> PixelBuffer {
        let (luma, chroma) = (width * height, (width + 1) / 2 * ((height + 1) / 2))
        let bytes = [UInt8](repeating: 16, count: luma) + [UInt8](repeating: 128, count: 2 * chroma)
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .i420)
    }
}

extension ImageModel {
    func sampleOnly(_ pixels: PixelBuffer, region: PixelRegion, border: BorderMode) throws {
        guard let warp = Warp(region: region, target: image, border: border) else { return }
        try pool.withModel { pixels.sample(warp, into: $0.inputs[0].elements) }
    }

    func runOnly() throws { try pool.withModel { try $0.run() } }
}

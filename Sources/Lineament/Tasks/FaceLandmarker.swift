internal import LiteRT

/// Finds faces and 478 landmarks on each; on request 52 expression scores and the pose of the head.
///
/// Immutable after init and safe to use from many threads at once.
///
/// ```swift
/// let options = FaceLandmarkerOptions()
/// options.numFaces = 5
/// options.outputFaceBlendshapes = true
/// let landmarker = try FaceLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// for face in result.faceLandmarks {
///     let noseTip = face[1]
///     print(noseTip.x, noseTip.y)
/// }
/// ```
public final class FaceLandmarker: Sendable {
    private let analyzer: FaceAnalyzer
    private let numFaces: Int
    private let clock = ImageClock()

    /// A landmarker in image mode, for one face, with the bundle at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or the bundle or the runtime cannot be loaded.
    public init(options: FaceLandmarkerOptions) throws {
        try options.check()
        let file = try ModelFile.read(
            path: options.baseOptions.modelAssetPath, default: .faceLandmarker)
        let bundle = try ModelBundle(bytes: file.bytes, name: file.name)
        analyzer = try restatingRuntimeErrors { try FaceAnalyzer(bundle: bundle, options: options) }
        numFaces = options.numFaces
    }

    /// Finds the faces in a picture, best detection first. Waits for the result.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation.
    public func detect(image: MPImage) throws -> FaceLandmarkerResult {
        let pixels = image.pixels
        let regions = try analyzer.detectedRegions(
            in: pixels, rotation: try image.regionRotation, limit: numFaces)
        let faces = try analyzer.landmarks(in: pixels, regions: regions)
            .map { try analyzer.face($0, in: pixels.size) }
        return FaceLandmarkerResult(faces: faces, timestampInMilliseconds: clock.next())
    }
}

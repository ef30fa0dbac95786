internal import LiteRT
internal import Synchronization

/// Finds faces: a box, a score and six keypoints each.
///
/// Immutable after init and safe to use from many threads at once.
///
/// ```swift
/// let detector = try FaceDetector(options: FaceDetectorOptions())
/// let result = try detector.detect(image: image)
/// for face in result.detections {
///     print(face.boundingBox, face.categories[0].score)
/// }
/// ```
public final class FaceDetector: Sendable {
    private let finder: FaceFinder
    private let minScore: Float
    private let suppression: Float
    private let clock = ImageClock()

    /// A detector in image mode with the model at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the model. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or the model or the runtime cannot be loaded.
    public init(options: FaceDetectorOptions) throws {
        try options.check()
        let file = try ModelFile.read(
            path: options.baseOptions.modelAssetPath, default: .faceDetector)
        finder = try restatingRuntimeErrors {
            try FaceFinder(
                Model(bytes: file.bytes, name: file.name, runtime: ModelFile.runtime()),
                threads: ThreadPlan(requested: options.baseOptions.numThreads))
        }
        minScore = options.minDetectionConfidence
        suppression = options.minSuppressionThreshold
    }

    /// Finds the faces in a picture. Waits for the result.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation.
    public func detect(image: MPImage) throws -> FaceDetectorResult {
        let pixels = image.pixels
        let region = RotatedRect.wholeImage(pixels.size, rotation: try image.regionRotation)
        let faces = try finder.faces(
            in: pixels, region: region, minScore: minScore, suppression: suppression)
        return FaceDetectorResult(
            detections: faces.map { Detection($0, in: pixels.size) },
            timestampInMilliseconds: clock.next())
    }
}

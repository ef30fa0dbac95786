internal import Dispatch
internal import Lineament

/// A callback that receives the detected faces, which may be an empty array, or an error.
public typealias VisionFaceDetectionCallback = @MainActor @Sendable ([VisionFace]?, (any Error)?) -> Void
/// A callback that receives the detected faces, which may be an empty array, or an error.
public typealias FaceDetectionCallback = VisionFaceDetectionCallback

/// The factory for Firebase's detectors.
public final class Vision: Sendable {
    private static let shared = Vision()

    private init() {}

    /// Returns the shared factory.
    public class func vision() -> Vision { shared }

    /// Returns a detector with a copy of these options.
    public func faceDetector(options: VisionFaceDetectorOptions) -> VisionFaceDetector {
        VisionFaceDetector(DetectionEngine(options.settings))
    }

    /// Returns a fast detector with the default options, whose faces have only a box.
    public func faceDetector() -> VisionFaceDetector { faceDetector(options: VisionFaceDetectorOptions()) }
}

/// A face detector with Firebase's API. Safe to call from several threads at once.
///
/// ```swift
/// let options = VisionFaceDetectorOptions()
/// options.classificationMode = .all
/// let detector = Vision.vision().faceDetector(options: options)
/// for face in try detector.results(in: VisionImage(image: photo)) {
///     print(face.frame, face.smilingProbability)
/// }
/// ```
public final class VisionFaceDetector: Sendable {
    private let engine: DetectionEngine

    init(_ engine: DetectionEngine) { self.engine = engine }

    /// Loads the models now rather than with the first image.
    package func loadModels() throws { _ = try engine.loadedAnalyzer() }

    /// Returns a detector that tracks the faces of one video and shares the models that this one has loaded.
    package func makeTracking() -> VisionFaceDetector { VisionFaceDetector(engine.makeTracking()) }

    /// Detects the faces in an image and calls back on the main queue. A program that does not run the main queue
    /// should use ``results(in:)`` or the `async` overload.
    public func process(_ image: VisionImage, completion: @escaping VisionFaceDetectionCallback) {
        engine.process(image, completion: completion)
    }

    /// Detects the faces in an image, under the first name of ``process(_:completion:)``.
    @available(*, deprecated, renamed: "process(_:completion:)")
    public func detect(in image: VisionImage, completion: @escaping VisionFaceDetectionCallback) {
        process(image, completion: completion)
    }

    /// Returns the faces in an image, blocking until they are detected.
    /// - Throws: `LineamentError` for invalid options, a missing model or an unusable image.
    public func results(in image: VisionImage) throws -> [VisionFace] { try engine.faces(in: image) }

    /// Returns the faces in an image without blocking the calling thread.
    public func process(_ image: VisionImage) async throws -> [VisionFace] { try await engine.process(image) }
}

/// A face detector with the standalone library's API. Safe to call from several threads at once.
///
/// ```swift
/// let detector = FaceDetector.faceDetector()
/// let faces = try detector.results(in: VisionImage(image: photo))
/// ```
public final class FaceDetector: Sendable {
    private let engine: DetectionEngine

    private init(_ engine: DetectionEngine) { self.engine = engine }

    /// Returns a detector with a copy of these options.
    public class func faceDetector(options: FaceDetectorOptions) -> FaceDetector {
        FaceDetector(DetectionEngine(options.settings))
    }

    /// Returns a fast detector with the default options, whose faces have only a box.
    public class func faceDetector() -> FaceDetector { faceDetector(options: FaceDetectorOptions()) }

    /// Detects the faces in an image and calls back on the main queue. A program that does not run the main queue
    /// should use ``results(in:)`` or the `async` overload.
    public func process(_ image: any CompatibleImage, completion: @escaping FaceDetectionCallback) {
        engine.process(image, completion: completion)
    }

    /// Returns the faces in an image, blocking until they are detected.
    /// - Throws: `LineamentError` for invalid options, a missing model or an unusable image.
    public func results(in image: any CompatibleImage) throws -> [Face] { try engine.faces(in: image) }

    /// Returns the faces in an image without blocking the calling thread.
    public func process(_ image: any CompatibleImage) async throws -> [Face] { try await engine.process(image) }
}

extension DetectionEngine {
    /// Captures the image as it is now, so that later changes to it have no effect.
    private func snapshot(_ image: any CompatibleImage) -> Result<Snapshot, any Error> {
        Result { Snapshot(detectorInput: try image.detectorInput) }
    }

    fileprivate func process(_ image: any CompatibleImage, completion: @escaping VisionFaceDetectionCallback) {
        let snapshot = snapshot(image)
        Task {
            let result: Result<[Face], any Error>
            do {
                result = .success(try await faces(of: snapshot))
            } catch {
                result = .failure(error)
            }
            // The main queue serves programs with `dispatchMain()` or a run loop as well as those on the main actor.
            DispatchQueue.main.async {
                switch result {
                case .success(let faces): completion(faces, nil)
                case .failure(let error): completion(nil, error)
                }
            }
        }
    }

    fileprivate func process(_ image: any CompatibleImage) async throws -> [Face] {
        try await faces(of: snapshot(image))
    }

    private func faces(of snapshot: Result<Snapshot, any Error>) async throws -> [Face] {
        try await BlockingExecutor.shared.run { [self] in try faces(in: snapshot.get()) }
    }
}

private struct Snapshot: CompatibleImage, Sendable {
    let detectorInput: DetectorInput
}

/// ML Kit's name of ``FaceDetector`` in Objective-C, for files that also import `Lineament`, whose face detector has the
/// same Swift name.
public typealias MLKFaceDetector = FaceDetector
/// ML Kit's name of ``FaceDetectorOptions`` in Objective-C, for files that also import `Lineament`.
public typealias MLKFaceDetectorOptions = FaceDetectorOptions

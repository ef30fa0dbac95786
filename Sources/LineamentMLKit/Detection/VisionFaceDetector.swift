internal import Dispatch
internal import Lineament

/// What a detector calls when it is done: faces, none if there are none, or an error.
public typealias VisionFaceDetectionCallback = @MainActor @Sendable ([VisionFace]?, (any Error)?) -> Void
public typealias FaceDetectionCallback = VisionFaceDetectionCallback

/// Where Firebase's detectors come from.
public final class Vision: Sendable {
    private static let shared = Vision()

    private init() {}

    public class func vision() -> Vision { shared }

    /// A detector with these options, which are copied.
    public func faceDetector(options: VisionFaceDetectorOptions) -> VisionFaceDetector {
        VisionFaceDetector(DetectionEngine(options.settings))
    }

    /// A fast detector of boxes.
    public func faceDetector() -> VisionFaceDetector { faceDetector(options: VisionFaceDetectorOptions()) }
}

/// Finds faces, with Firebase's names. May be called from many threads at once.
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

    /// Loads the models, which the first image does otherwise.
    package func loadModels() throws { _ = try engine.loadedAnalyzer() }

    /// Finds the faces in an image and calls back on the main queue. A program without a running main queue uses
    /// ``results(in:)`` or the `async` form.
    public func process(_ image: VisionImage, completion: @escaping VisionFaceDetectionCallback) {
        engine.process(image, completion: completion)
    }

    /// The earliest name of ``process(_:completion:)``.
    @available(*, deprecated, renamed: "process(_:completion:)")
    public func detect(in image: VisionImage, completion: @escaping VisionFaceDetectionCallback) {
        process(image, completion: completion)
    }

    /// Finds the faces in an image. Waits for the result.
    /// - Throws: `LineamentError` for wrong options, a missing model or an image that cannot be used.
    public func results(in image: VisionImage) throws -> [VisionFace] { try engine.faces(in: image) }

    /// Finds the faces in an image without blocking the caller's thread.
    public func process(_ image: VisionImage) async throws -> [VisionFace] { try await engine.process(image) }
}

/// Finds faces, with the standalone library's names. May be called from many threads at once.
///
/// ```swift
/// let detector = FaceDetector.faceDetector()
/// let faces = try detector.results(in: VisionImage(image: photo))
/// ```
public final class FaceDetector: Sendable {
    private let engine: DetectionEngine

    private init(_ engine: DetectionEngine) { self.engine = engine }

    /// A detector with these options, which are copied.
    public class func faceDetector(options: FaceDetectorOptions) -> FaceDetector {
        FaceDetector(DetectionEngine(options.settings))
    }

    /// A fast detector of boxes.
    public class func faceDetector() -> FaceDetector { faceDetector(options: FaceDetectorOptions()) }

    /// Finds the faces in an image and calls back on the main queue. A program without a running main queue uses
    /// ``results(in:)`` or the `async` form.
    public func process(_ image: any CompatibleImage, completion: @escaping FaceDetectionCallback) {
        engine.process(image, completion: completion)
    }

    /// Finds the faces in an image. Waits for the result.
    /// - Throws: `LineamentError` for wrong options, a missing model or an image that cannot be used.
    public func results(in image: any CompatibleImage) throws -> [Face] { try engine.faces(in: image) }

    /// Finds the faces in an image without blocking the caller's thread.
    public func process(_ image: any CompatibleImage) async throws -> [Face] { try await engine.process(image) }
}

extension DetectionEngine {
    /// The image as it is now: later changes do not matter.
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
            // The main queue rather than the main actor: programs that run the one run the other.
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

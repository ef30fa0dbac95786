// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// A callback that receives, on the main queue, the detected faces, which may be an empty array, or an error.
public typealias VisionFaceDetectionCallback = ([VisionFace]?, (any Error)?) -> Void

/// The factory for Firebase's detectors.
public final class Vision: Sendable {
    private static let shared = Vision()

    private init() {}

    /// Returns the shared factory.
    public class func vision() -> Vision { shared }

    /// Returns a detector with a copy of these options.
    public func faceDetector(options: VisionFaceDetectorOptions) -> VisionFaceDetector {
        VisionFaceDetector(FaceDetectionEngine(options.settings))
    }

    /// Returns a fast detector with the default options, whose faces have only a box and a roll.
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
    private let engine: FaceDetectionEngine

    init(_ engine: FaceDetectionEngine) { self.engine = engine }

    /// Detects the faces in an image and calls back on the main queue, in the order of the calls. A program that does
    /// not run the main queue should use ``results(in:)`` or the `async` overload.
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
    public func results(in image: VisionImage) throws -> [VisionFace] { try engine.results(in: image) }

    /// Returns the faces in an image without blocking the calling thread.
    public func process(_ image: VisionImage) async throws -> [VisionFace] { try await engine.process(image) }
}

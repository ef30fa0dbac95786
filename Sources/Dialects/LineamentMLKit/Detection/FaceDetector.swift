// SPDX-License-Identifier: Apache-2.0

/// A callback that receives, on the main queue, the detected faces, which may be an empty array, or an error.
public typealias FaceDetectionCallback = ([Face]?, (any Error)?) -> Void

/// A face detector with the standalone library's API. Safe to call from several threads at once.
///
/// ```swift
/// let detector = FaceDetector.faceDetector()
/// for face in try detector.results(in: VisionImage(image: photo)) {
///     print(face.frame, face.headEulerAngleY)
/// }
/// ```
public final class FaceDetector: Sendable {
    private let engine: FaceDetectionEngine

    private init(_ engine: FaceDetectionEngine) { self.engine = engine }

    /// Returns a detector with a copy of these options.
    public class func faceDetector(options: FaceDetectorOptions) -> FaceDetector {
        FaceDetector(FaceDetectionEngine(options.settings))
    }

    /// Returns a fast detector with the default options, whose faces have a box and three head angles.
    public class func faceDetector() -> FaceDetector { faceDetector(options: FaceDetectorOptions()) }

    /// Detects the faces in an image and calls back on the main queue, in the order of the calls. A program that does
    /// not run the main queue should use ``results(in:)`` or the `async` overload.
    public func process(_ image: any CompatibleImage, completion: @escaping FaceDetectionCallback) {
        engine.process(image, completion: completion)
    }

    /// Returns the faces in an image, blocking until they are detected.
    /// - Throws: `LineamentError` for invalid options, a missing model or an unusable image.
    public func results(in image: any CompatibleImage) throws -> [Face] { try engine.results(in: image) }

    /// Returns the faces in an image without blocking the calling thread.
    public func process(_ image: any CompatibleImage) async throws -> [Face] { try await engine.process(image) }
}

/// ML Kit's name of ``FaceDetector`` in Objective-C, for files that also import `Lineament`, whose face detector has
/// the same Swift name.
public typealias MLKFaceDetector = FaceDetector
/// ML Kit's name of ``FaceDetectorOptions`` in Objective-C, for files that also import `Lineament`.
public typealias MLKFaceDetectorOptions = FaceDetectorOptions

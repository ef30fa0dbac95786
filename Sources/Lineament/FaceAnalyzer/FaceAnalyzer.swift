// SPDX-License-Identifier: Apache-2.0

/// Detects faces, and reports for each its box, the angles of the head, the probabilities of a smile and of open eyes, and
/// the visible ones of ten landmarks; for the largest, also its contours.
///
/// The values are those of ML Kit's face detection, whose names `LineamentMLKit` has. The analyzer is immutable after
/// initialization and safe to use from multiple threads.
///
/// ```swift
/// let analyzer = try FaceAnalyzer(options: FaceAnalyzerOptions())
/// for face in try analyzer.detect(image: image).faces {
///     print(face.boundingBox, face.yaw ?? .nan, face.smilingProbability ?? .nan)
/// }
/// ```
public final class FaceAnalyzer: ImageTask {
    let task: TaskRunner<FaceAnalyzerPipeline>

    /// Loads the models that the options need. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or a model or the runtime cannot be loaded.
    public init(options: FaceAnalyzerOptions) throws {
        try options.check()
        task = try TaskRunner(FaceAnalyzerPipeline(options), mode: .image, name: "faceAnalyzer", delivery: nil)
    }

    /// Returns the faces in an image, largest first. Blocks until done.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the orientation is mirrored and
    ///   `acceptsMirroredOrientations` is not set.
    public func detect(image: MPImage) throws -> FaceAnalyzerResult { try task.detect(image: image) }

    /// Returns a session for a video, which tracks its faces and shares the loaded models.
    public func makeSession() -> FaceAnalyzerSession { TaskSession(task.pipeline) }
}

/// A session of a ``FaceAnalyzer``.
public typealias FaceAnalyzerSession = TaskSession<FaceAnalyzerResult>

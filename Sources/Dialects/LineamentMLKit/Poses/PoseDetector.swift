// SPDX-License-Identifier: Apache-2.0

/// A callback that receives, on the main queue, the detected people, which may be an empty array, or an error.
public typealias PoseDetectionCallback = ([Pose]?, (any Error)?) -> Void

/// A detector of the most prominent person in an image, with 33 landmarks. Safe to call from several threads at once.
///
/// In stream mode, the default, each detector follows the person of one video: give every video a detector of its own.
/// Frames are taken in the order in which they come; the timestamps of sample buffers count as long as they increase,
/// and any other image as the next frame at 30 frames per second.
///
/// ```swift
/// let options = PoseDetectorOptions()
/// options.detectorMode = .singleImage
/// let detector = PoseDetector.poseDetector(options: options)
/// for pose in try detector.results(in: VisionImage(image: photo)) {
///     let wrist = pose.landmark(ofType: .leftWrist)
///     if wrist.inFrameLikelihood > 0.5 { print(wrist.position.x, wrist.position.y) }
/// }
/// ```
public final class PoseDetector: Sendable {
    private let engine: PoseDetectionEngine

    private init(_ engine: PoseDetectionEngine) { self.engine = engine }

    /// Returns a detector with a copy of these options.
    public class func poseDetector(options: CommonPoseDetectorOptions) -> PoseDetector {
        PoseDetector(PoseDetectionEngine(options.detectorMode))
    }

    /// Detects the person in an image and calls back on the main queue, in the order of the calls. A program that does
    /// not run the main queue should use ``results(in:)`` or the `async` overload.
    public func process(_ image: any CompatibleImage, completion: @escaping PoseDetectionCallback) {
        engine.process(image, completion: completion)
    }

    /// Returns the person in an image, blocking until detected; an empty array if no person is found.
    /// - Throws: `LineamentError` for a missing model or an unusable image.
    public func results(in image: any CompatibleImage) throws -> [Pose] { try engine.results(in: image) }

    /// Returns the person in an image without blocking the calling thread; an empty array if no person is found.
    public func process(_ image: any CompatibleImage) async throws -> [Pose] { try await engine.process(image) }
}

// SPDX-License-Identifier: Apache-2.0

/// Detects people and 33 landmarks on each, in the image and in meters; on request also a segmentation mask of each.
///
/// The task is immutable after initialization and safe to use from multiple threads. For the pipeline behind it, see
/// `PoseLandmarkerPipeline`.
///
/// ```swift
/// let options = PoseLandmarkerOptions()
/// options.numPoses = 3
/// options.separation = .distinct
/// let landmarker = try PoseLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// for pose in result.poses {
///     print(pose[.leftWrist], pose.worldLandmarks[.leftWrist])
/// }
/// ```
public final class PoseLandmarker: ImageTask {
    let task: TaskRunner<PoseLandmarkerPipeline>

    /// Creates a landmarker for one person, in image mode, with the bundle at `modelPath`.
    /// - Throws: ``LineamentError`` if the bundle or the runtime cannot be loaded.
    public convenience init(modelPath: String) throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or a model or the runtime cannot be loaded.
    public init(options: PoseLandmarkerOptions) throws {
        try PoseLandmarkerOptions.table.check(options)
        let receiver = options.poseLandmarkerLiveStreamDelegate.map { delegate in
            LiveStreamReceiver<PoseLandmarker, PoseLandmarkerResult>(delegate) {
                delegate, task, result, timestamp, error in
                (delegate as? any PoseLandmarkerLiveStreamDelegate)?.poseLandmarker(
                    task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
            }
        }
        task = try TaskRunner(
            PoseLandmarkerPipeline(options), mode: options.runningMode, name: "poseLandmarker",
            delivery: receiver?.delivery)
        receiver?.task = self
    }

    /// Detects the people in an image and returns them in descending order of detection score. Blocks until done; image
    /// mode only.
    ///
    /// People are also detected in rotated images, and results are in the coordinates of the image as stored.
    /// (MediaPipe's pose landmarker does not map detections back from the rotated region: it finds no one, or places
    /// the landmarks elsewhere.)
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the task is in another running mode, or the
    ///   orientation is mirrored and `acceptsMirroredOrientations` is not set.
    public func detect(image: MPImage) throws -> PoseLandmarkerResult { try task.detect(image: image) }

    /// Detects and tracks the people in the next frame of a video. Blocks until done; video mode only.
    ///
    /// The detector does not run while ``PoseLandmarkerOptions/numPoses`` people are tracked.
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: The frame's timestamp, which must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the timestamp is not later than the last one. The
    ///   rejected frame leaves no trace: the next one is processed normally.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
        try task.detect(videoFrame: videoFrame, timestamp: timestampInMilliseconds)
    }

    /// Submits a frame of a live stream and returns at once; the result is passed to the delegate. Live-stream mode
    /// only.
    ///
    /// At most one frame is processed while another waits. A newer frame replaces the waiting one, for which no result
    /// is delivered. The delegate is called on a thread of its own; as long as eight results wait for it, no frame is
    /// processed.
    /// - Parameters:
    ///   - image: The frame.
    ///   - timestampInMilliseconds: The frame's timestamp, which must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the timestamp is not later than the last one.
    public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try task.detectAsync(image: image, timestamp: timestampInMilliseconds)
    }

    /// Returns a session for another video that shares the loaded models, regardless of the task's running mode.
    public func makeSession() -> PoseLandmarkerSession { TaskSession(task.pipeline) }

    /// Starts a new video, in video and live-stream mode: the next frame counts as the first and may have any timestamp.
    ///
    /// In live-stream mode, the waiting frame is dropped; results of frames already in progress are still delivered.
    public func reset() { task.reset() }

    /// Closes the task: a live stream delivers the frames that it has accepted; no result is delivered after this returns,
    /// and every further call of `detect` and `detectAsync` throws `failedPrecondition`; sessions go on. Called by the
    /// delegate, it drops what has not been delivered. Otherwise it waits for the delegate, so do not call it on a thread
    /// for which the delegate waits.
    public func close() { task.close() }
}

/// A session of a ``PoseLandmarker``.
public typealias PoseLandmarkerSession = TaskSession<PoseLandmarkerResult>

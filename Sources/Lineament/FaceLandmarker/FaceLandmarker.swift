// SPDX-License-Identifier: Apache-2.0

/// Detects faces and 478 landmarks on each; on request also 52 blendshape scores and the pose of the head.
///
/// The task is immutable after initialization and safe to use from multiple threads. For bounding boxes alone, use
/// ``FaceDetector``; for the pipeline behind this task, see `FaceLandmarkerPipeline`.
///
/// ```swift
/// let options = FaceLandmarkerOptions()
/// options.numFaces = 5
/// options.outputFaceBlendshapes = true
/// let landmarker = try FaceLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// for face in result.faces {
///     print(face.landmarks[.noseTip], face.blendshapes?[.mouthSmileLeft] ?? 0)
/// }
/// ```
public final class FaceLandmarker: ImageTask {
    let task: TaskRunner<FaceLandmarkerPipeline>

    /// Creates a landmarker for one face, in image mode, with the bundle at `modelPath`.
    /// - Throws: ``LineamentError`` if the bundle or the runtime cannot be loaded.
    public convenience init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or a model or the runtime cannot be loaded.
    public init(options: FaceLandmarkerOptions) throws {
        try FaceLandmarkerOptions.table.check(options)
        let receiver = options.faceLandmarkerLiveStreamDelegate.map { delegate in
            LiveStreamReceiver<FaceLandmarker, FaceLandmarkerResult>(delegate) {
                delegate, task, result, timestamp, error in
                (delegate as? any FaceLandmarkerLiveStreamDelegate)?.faceLandmarker(
                    task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
            }
        }
        task = try TaskRunner(
            FaceLandmarkerPipeline(options), mode: options.runningMode, name: "faceLandmarker",
            delivery: receiver?.delivery)
        receiver?.task = self
    }

    /// Detects the faces in an image and returns them in descending order of detection score. Blocks until done; image
    /// mode only.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the task is in another running mode, or the
    ///   orientation is mirrored and `acceptsMirroredOrientations` is not set.
    public func detect(image: MPImage) throws -> FaceLandmarkerResult { try task.detect(image: image) }

    /// Detects and tracks the faces in the next frame of a video. Blocks until done; video mode only.
    ///
    /// The detector does not run while ``FaceLandmarkerOptions/numFaces`` faces are tracked.
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: The frame's timestamp, which must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the timestamp is not later than the last one. The
    ///   rejected frame leaves no trace: the next one is processed normally.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceLandmarkerResult {
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
    public func makeSession() -> FaceLandmarkerSession { TaskSession(task.pipeline) }

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

/// A session of a ``FaceLandmarker``.
public typealias FaceLandmarkerSession = TaskSession<FaceLandmarkerResult>

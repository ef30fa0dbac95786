/// Detects people and 33 landmarks on each, in the image and in metres; on request a mask of each.
///
/// Immutable after init and safe to use from many threads at once.
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

    /// A landmarker in image mode, for one person, with the bundle at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or a model or the runtime cannot be loaded.
    public init(options: PoseLandmarkerOptions) throws {
        try options.check()
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

    /// Detects the people in an image, best detection first. Blocks until the result is there. Image mode only.
    ///
    /// People are detected in rotated images, too; results are in coordinates of the image as stored. (MediaPipe's pose
    /// landmarker does not map detections back and detects nobody there.)
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation or in another mode.
    public func detect(image: MPImage) throws -> PoseLandmarkerResult { try task.detect(image: image) }

    /// Detects and tracks the people in the next frame of a video. Blocks until the result is there. Video mode only.
    ///
    /// While as many people are tracked as were asked for, the detector does not run.
    /// - Parameter timestampInMilliseconds: must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last; the next frame
    ///   is processed as if nothing had happened.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
        try task.detect(videoFrame: videoFrame, timestamp: timestampInMilliseconds)
    }

    /// Takes a frame of a live stream and returns at once; the result goes to the delegate. Live stream mode only.
    ///
    /// One frame is processed and one waits; a newer frame replaces the waiting one, for which nothing is delivered.
    /// - Parameter timestampInMilliseconds: must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last.
    public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try task.detectAsync(image: image, timestamp: timestampInMilliseconds)
    }

    /// Another video over the loaded models, whatever the task's running mode.
    public func makeSession() -> PoseLandmarkerSession { TaskSession(task.pipeline) }

    /// Starts a new video, in video mode: the next frame is a first one and may have any time.
    public func reset() { task.reset() }

    /// Ends the task: nothing is delivered once this returns, and every further call throws.
    public func close() { task.close() }
}

/// Detects faces: a box, a score and six keypoints each.
///
/// Immutable after init and safe to use from many threads at once.
///
/// ```swift
/// let detector = try FaceDetector(options: FaceDetectorOptions())
/// let result = try detector.detect(image: image)
/// for face in result.detections {
///     print(face.boundingBox, face.score, face[.noseTip]?.location ?? .zero)
/// }
/// ```
public final class FaceDetector: ImageTask {
    let task: TaskRunner<FaceDetectorPipeline>

    /// A detector in image mode with the model at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or a model or the runtime cannot be loaded.
    public init(options: FaceDetectorOptions) throws {
        try options.check()
        let receiver = options.faceDetectorLiveStreamDelegate.map { delegate in
            LiveStreamReceiver<FaceDetector, FaceDetectorResult>(delegate) { delegate, task, result, timestamp, error in
                (delegate as? any FaceDetectorLiveStreamDelegate)?.faceDetector(
                    task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
            }
        }
        task = try TaskRunner(
            FaceDetectorPipeline(options), mode: options.runningMode, name: "faceDetector", delivery: receiver?.delivery
        )
        receiver?.task = self
    }

    /// Detects the faces in an image, best score first. Blocks until the result is there. Image mode only.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation or in another mode.
    public func detect(image: MPImage) throws -> FaceDetectorResult { try task.detect(image: image) }

    /// Detects the faces in the next frame of a video. Blocks until the result is there. Video mode only.
    /// - Parameter timestampInMilliseconds: must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last; the next frame
    ///   is processed as if nothing had happened.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceDetectorResult {
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
    public func makeSession() -> FaceDetectorSession { TaskSession(task.pipeline) }

    /// Starts a new video, in video mode: the next frame is a first one and may have any time.
    public func reset() { task.reset() }

    /// Ends the task: nothing is delivered once this returns, and every further call throws.
    public func close() { task.close() }
}

/// Detects faces and 478 landmarks on each; on request 52 blendshapes and the pose of the head.
///
/// Immutable after init and safe to use from many threads at once.
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

    /// A landmarker in image mode, for one face, with the bundle at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or a model or the runtime cannot be loaded.
    public init(options: FaceLandmarkerOptions) throws {
        try options.check()
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

    /// Detects the faces in an image, best detection first. Blocks until the result is there. Image mode only.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation or in another mode.
    public func detect(image: MPImage) throws -> FaceLandmarkerResult { try task.detect(image: image) }

    /// Detects and tracks the faces in the next frame of a video. Blocks until the result is there. Video mode only.
    ///
    /// While as many faces are tracked as were asked for, the detector does not run.
    /// - Parameter timestampInMilliseconds: must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last; the next frame
    ///   is processed as if nothing had happened.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceLandmarkerResult {
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
    public func makeSession() -> FaceLandmarkerSession { TaskSession(task.pipeline) }

    /// Starts a new video, in video mode: the next frame is a first one and may have any time.
    public func reset() { task.reset() }

    /// Ends the task: nothing is delivered once this returns, and every further call throws.
    public func close() { task.close() }
}

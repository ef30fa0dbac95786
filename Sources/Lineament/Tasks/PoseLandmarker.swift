internal import LiteRT

/// Finds people and 33 landmarks on each, in the image and in metres; on request a mask of each.
///
/// Immutable after init and safe to use from many threads at once.
///
/// ```swift
/// let options = PoseLandmarkerOptions()
/// options.numPoses = 3
/// options.separation = .distinct
/// let landmarker = try PoseLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// for (body, world) in zip(result.landmarks, result.worldLandmarks) {
///     let wrist = PoseLandmark.leftWrist.rawValue
///     print(body[wrist].x, body[wrist].y, world[wrist].z)
/// }
/// ```
public final class PoseLandmarker: Sendable {
    let task: VisionTask<PoseLandmarkerWorker>

    /// A landmarker in image mode, for one person, with the bundle at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = PoseLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or the bundle or the runtime cannot be loaded.
    public init(options: PoseLandmarkerOptions) throws {
        try options.check()
        let worker = PoseLandmarkerWorker(
            analyzer: try restatingRuntimeErrors { try PoseAnalyzer(PoseModels(options), options: options) },
            numPoses: options.numPoses, minTrackingConfidence: options.minTrackingConfidence,
            smoothing: options.smoothing, separation: options.separation)
        let receiver = options.poseLandmarkerLiveStreamDelegate.map { delegate in
            LiveReceiver<PoseLandmarker, PoseLandmarkerResult>(delegate) { delegate, task, result, timestamp, error in
                (delegate as? any PoseLandmarkerLiveStreamDelegate)?.poseLandmarker(
                    task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
            }
        }
        task = try VisionTask(
            worker, mode: options.runningMode, name: "poseLandmarker",
            delivery: receiver?.delivery)
        receiver?.task = self
    }

    /// Finds the people in a picture, best detection first. Waits for the result. Image mode only.
    ///
    /// In a turned picture, too, people are found; results are in coordinates of the picture as stored. (MediaPipe's
    /// pose landmarker does not map detections back and finds nobody there.)
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation or in another mode.
    public func detect(image: MPImage) throws -> PoseLandmarkerResult { try task.detect(image: image) }

    /// Finds and follows the people in the next frame of a video. Waits for the result. Video mode only.
    ///
    /// While as many people as asked for are followed, the detector does not run.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last, after
    ///   which the landmarker goes on as before.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
        try task.detect(videoFrame: videoFrame, timestamp: timestampInMilliseconds)
    }

    /// Hands over a frame of a live stream and returns at once; the result goes to the delegate. Live stream mode only.
    ///
    /// One frame is in work and one waits; a later frame takes the place of the one that waits, for which nothing is
    /// delivered.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try task.detectAsync(image: image, timestamp: timestampInMilliseconds)
    }

    /// Forgets the video so far, in video mode: the next frame is a first one and may have any time.
    public func reset() { task.reset() }

    /// Ends the task: when this returns nothing is delivered any more, and every further call throws.
    public func close() { task.close() }
}

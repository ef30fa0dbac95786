internal import LiteRT

/// Finds faces and 478 landmarks on each; on request 52 expression scores and the pose of the head.
///
/// Immutable after init and safe to use from many threads at once.
///
/// ```swift
/// let options = FaceLandmarkerOptions()
/// options.numFaces = 5
/// options.outputFaceBlendshapes = true
/// let landmarker = try FaceLandmarker(options: options)
/// let result = try landmarker.detect(image: image)
/// for face in result.faceLandmarks {
///     let noseTip = face[1]
///     print(noseTip.x, noseTip.y)
/// }
/// ```
public final class FaceLandmarker: Sendable {
    let task: VisionTask<FaceLandmarkerWorker>

    /// A landmarker in image mode, for one face, with the bundle at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the models. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or the bundle or the runtime cannot be loaded.
    public init(options: FaceLandmarkerOptions) throws {
        try options.check()
        let file = try ModelFile.read(path: options.baseOptions.modelAssetPath, default: .faceLandmarker)
        let bundle = try ModelBundle(bytes: file.bytes, name: file.name)
        let worker = FaceLandmarkerWorker(
            analyzer: try restatingRuntimeErrors { try FaceAnalyzer(bundle: bundle, options: options) },
            numFaces: options.numFaces, minTrackingConfidence: options.minTrackingConfidence,
            smoothing: options.smoothing)
        let receiver = options.faceLandmarkerLiveStreamDelegate.map { delegate in
            LiveReceiver<FaceLandmarker, FaceLandmarkerResult>(delegate) { delegate, task, result, timestamp, error in
                (delegate as? any FaceLandmarkerLiveStreamDelegate)?.faceLandmarker(
                    task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
            }
        }
        task = try VisionTask(
            worker, mode: options.runningMode, name: "faceLandmarker",
            delivery: receiver?.delivery)
        receiver?.task = self
    }

    /// Finds the faces in a picture, best detection first. Waits for the result. Image mode only.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation or in another mode.
    public func detect(image: MPImage) throws -> FaceLandmarkerResult { try task.detect(image: image) }

    /// Finds and follows the faces in the next frame of a video. Waits for the result. Video mode only.
    ///
    /// While as many faces as asked for are followed, the detector does not run.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last, after
    ///   which the landmarker goes on as before.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceLandmarkerResult {
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

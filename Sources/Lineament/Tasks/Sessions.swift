/// One video in the hands of a ``FaceLandmarker``: who is followed, filters, the last time.
///
/// Sessions share the task's models and cost next to nothing, so make one for each video or camera. Calls on one
/// session from several threads wait for each other.
///
/// ```swift
/// let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
/// let session = landmarker.makeSession()
/// let result = try session.detect(videoFrame: frame, timestampInMilliseconds: 40)
/// print(result.trackIDs)
/// ```
public final class FaceLandmarkerSession: Sendable {
    private let session: FrameSession<FaceLandmarkerWorker>

    init(_ worker: FaceLandmarkerWorker) { session = FrameSession(worker) }

    /// Finds and follows the faces in the next frame. Waits for the result.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last, after
    ///   which the session goes on as before.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceLandmarkerResult {
        try session.process(videoFrame, timestamp: timestampInMilliseconds)
    }

    /// Forgets the video so far: the next frame is a first one and may have any time.
    public func reset() { session.reset() }
}

/// One video in the hands of a ``FaceDetector``: the last time.
public final class FaceDetectorSession: Sendable {
    private let session: FrameSession<FaceDetectorWorker>

    init(_ worker: FaceDetectorWorker) { session = FrameSession(worker) }

    /// Finds the faces in the next frame. Waits for the result.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceDetectorResult {
        try session.process(videoFrame, timestamp: timestampInMilliseconds)
    }

    /// Forgets the last time.
    public func reset() { session.reset() }
}

extension FaceLandmarker {
    /// A new video over the loaded models, whatever the task's mode.
    public func makeSession() -> FaceLandmarkerSession { FaceLandmarkerSession(task.worker) }
}

extension FaceDetector {
    /// A new video over the loaded model, whatever the task's mode.
    public func makeSession() -> FaceDetectorSession { FaceDetectorSession(task.worker) }
}

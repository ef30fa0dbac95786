/// One video in the hands of a task: who is followed, the filters, the last time.
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
public final class TaskSession<Output: Sendable>: Sendable {
    private let process: @Sendable (MPImage, _ timestamp: Int) throws -> Output
    private let forget: @Sendable () -> Void

    init<Worker: FrameWorker>(_ worker: Worker) where Worker.Output == Output {
        let session = FrameSession(worker)
        process = { try session.process($0, timestamp: $1) }
        forget = { session.reset() }
    }

    /// Finds and follows what is in the next frame. Waits for the result.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last, after
    ///   which the session goes on as before.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> Output {
        try process(videoFrame, timestampInMilliseconds)
    }

    /// Forgets the video so far: the next frame is a first one and may have any time.
    public func reset() { forget() }
}

public typealias FaceDetectorSession = TaskSession<FaceDetectorResult>
public typealias FaceLandmarkerSession = TaskSession<FaceLandmarkerResult>
public typealias PoseLandmarkerSession = TaskSession<PoseLandmarkerResult>

extension FaceDetector: ImageTask {
    public func makeSession() -> FaceDetectorSession { TaskSession(task.worker) }
}

extension FaceLandmarker: ImageTask {
    public func makeSession() -> FaceLandmarkerSession { TaskSession(task.worker) }
}

extension PoseLandmarker: ImageTask {
    public func makeSession() -> PoseLandmarkerSession { TaskSession(task.worker) }
}

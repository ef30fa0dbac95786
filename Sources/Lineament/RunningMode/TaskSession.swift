/// One video in a task: its tracks, its smoothers and its last time.
///
/// Sessions share the task's models and cost next to nothing, so make one for each video or camera. Calls on one session
/// from several threads wait for each other.
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

    init<Pipeline: FramePipeline>(_ pipeline: Pipeline) where Pipeline.Output == Output {
        let session = FrameSession(pipeline)
        process = { try session.process($0, timestamp: $1) }
        forget = { session.reset() }
    }

    /// Processes the next frame. Blocks until the result is there.
    /// - Parameter timestampInMilliseconds: must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last; the next frame
    ///   is processed as if nothing had happened.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> Output {
        try process(videoFrame, timestampInMilliseconds)
    }

    /// Processes the next frame. Blocks until the result is there.
    /// - Throws: ``LineamentError`` as ``detect(videoFrame:timestampInMilliseconds:)``.
    public func detect(_ frame: some TimedFrame) throws -> Output {
        try process(frame.image, frame.timestampInMilliseconds)
    }

    /// Starts a new video: the next frame is a first one and may have any time.
    public func reset() { forget() }
}

/// A video in a ``FaceDetector``.
public typealias FaceDetectorSession = TaskSession<FaceDetectorResult>
/// A video in a ``FaceLandmarker``.
public typealias FaceLandmarkerSession = TaskSession<FaceLandmarkerResult>
/// A video in a ``PoseLandmarker``.
public typealias PoseLandmarkerSession = TaskSession<PoseLandmarkerResult>

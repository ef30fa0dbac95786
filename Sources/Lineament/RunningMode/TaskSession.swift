// SPDX-License-Identifier: Apache-2.0

/// One video processed by a task: its tracks, its smoothers and its last timestamp.
///
/// Sessions share the task's models and cost next to nothing, so create one per video or camera. Concurrent calls on
/// one session are serialized.
///
/// ```swift
/// let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
/// let session = landmarker.makeSession()
/// let result = try session.detect(videoFrame: frame, timestampInMilliseconds: 40)
/// print(result.trackIDs)
/// ```
public final class TaskSession<Output: Sendable>: Sendable {
    private let process: @Sendable (MPImage, _ timestamp: Int) throws -> Output
    private let acceptsMirrored: Bool
    private let forget: @Sendable () -> Void

    init<Pipeline: FramePipeline>(_ pipeline: Pipeline) where Pipeline.Output == Output {
        let session = FrameSession(pipeline)
        process = { try session.process($0, timestamp: $1) }
        acceptsMirrored = pipeline.acceptsMirroredOrientations
        forget = { session.reset() }
    }

    /// Processes the next frame. Blocks until done.
    /// - Parameters:
    ///   - videoFrame: The frame.
    ///   - timestampInMilliseconds: The frame's timestamp, which must increase from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the timestamp is not later than the last one. The
    ///   rejected frame leaves no trace: the next one is processed normally.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> Output {
        try process(videoFrame, timestampInMilliseconds)
    }

    /// Processes the next frame. Blocks until done.
    /// - Throws: ``LineamentError``, as ``detect(videoFrame:timestampInMilliseconds:)`` does.
    public func detect(_ frame: some TimedFrame) throws -> Output {
        try process(frame.image, frame.timestampInMilliseconds)
    }

    /// Checks that the session accepts the orientation of a frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    func checkOrientation(of frame: MPImage) throws {
        try frame.checkOrientation(acceptsMirrored: acceptsMirrored)
    }

    /// Starts a new video: the next frame counts as the first and may have any timestamp.
    public func reset() { forget() }
}

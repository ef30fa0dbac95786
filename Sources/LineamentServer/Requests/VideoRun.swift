#if Server
    internal import Lineament
    internal import LineamentVideo

    /// The processing of one video, frame by frame, each when its turn comes.
    struct VideoRun: Sendable {
        let service: Service
        let task: TaskKind
        let frames: VideoFrameSource
        let session: PreparedSession
        let client: PresenceHandler.Presence

        /// Processes a frame.
        /// - Parameter body: Makes of the result what is sent.
        /// - Throws: ``LineamentError``; `CancellationError` if the client has gone.
        func process<Output: Sendable>(
            _ frame: VideoFrame, _ body: @escaping @Sendable (PreparedSession.Answer) throws -> Output
        ) async throws -> Output {
            guard !client.isGone else { throw CancellationError() }
            let timeout = service.options.timeout
            do {
                let ((output, run, encode), waited) = try await service.queue.run(.frame) { [session] in
                    let start = ContinuousClock.now
                    let answer = try Deadline.within(timeout) {
                        try session(
                            .init(
                                pixels: frame.pixels, source: "-", timestamp: frame.timestampInMilliseconds,
                                index: frame.index))
                    }
                    let found = ContinuousClock.now
                    return (try body(answer), found - start, ContinuousClock.now - found)
                }
                service.metrics.stages(task, [("queue", waited), ("run", run), ("encode", encode)])
                service.metrics.frames(task, .answered)
                return output
            } catch let error as LineamentError {
                service.metrics.frames(task, .failed)
                guard error.code == .deadlineExceeded else { throw error }
                throw LineamentError(
                    .deadlineExceeded, "Frame \(frame.index) took longer than \(timeout) s (--timeout).")
            }
        }
    }
#endif

/// What happens to frames that come while another is processed.
public enum FramePolicy: Sendable, Hashable {
    /// Every frame is processed; the source waits.
    case wait
    /// The newest frame waits and older ones are dropped, as in a live stream.
    case dropOlder
}

/// The results for a sequence of frames, as an asynchronous sequence.
///
/// Frames are processed as results are asked for, so nothing piles up; cancelling the task that asks ends it.
public struct FrameResults<Output: Sendable>: AsyncSequence, Sendable {
    /// A task's result.
    public typealias Element = Output
    /// What the frames or the task throw.
    public typealias Failure = any Error

    private let makeNext: @Sendable () -> () async throws -> Output?

    /// - Parameter makeProcess: makes what is called for one frame at a time.
    init<Frames: AsyncSequence & Sendable>(
        of frames: Frames, policy: FramePolicy,
        makeProcess: @escaping @Sendable () -> @Sendable (Frames.Element) throws -> Output
    ) where Frames.Element: TimedFrame {
        makeNext = {
            let process = makeProcess()
            switch policy {
            case .wait: return processing(frames, process)
            case .dropOlder: return processing(newest(of: frames), process)
            }
        }
    }

    /// An iterator that starts a video of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(advance: makeNext()) }

    /// Processes a frame each time it is asked for the next result.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let advance: () async throws -> Output?

        /// The next result; nil after the last frame.
        public mutating func next() async throws -> Output? { try await advance() }
    }
}

/// Takes the next frame and processes it, each time it is called.
private func processing<Frames: AsyncSequence, Output: Sendable>(
    _ frames: Frames, _ process: @escaping @Sendable (Frames.Element) throws -> Output
) -> () async throws -> Output? where Frames.Element: TimedFrame {
    var iterator = frames.makeAsyncIterator()
    return {
        try Task.checkCancellation()
        guard let frame = try await iterator.next() else { return nil }
        return try await BlockingExecutor.shared.run { try process(frame) }
    }
}

/// The frames as they come, of which only the newest is kept for a reader that is late.
private func newest<Frames: AsyncSequence & Sendable>(
    of frames: Frames
) -> AsyncThrowingStream<Frames.Element, any Error> where Frames.Element: TimedFrame {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let reader = Task {
            do {
                for try await frame in frames { continuation.yield(frame) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in reader.cancel() }
    }
}

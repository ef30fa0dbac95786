// SPDX-License-Identifier: Apache-2.0

/// The treatment of frames that arrive while another is being processed.
public enum FramePolicy: Sendable, Hashable {
    /// Every frame is processed, and the source waits.
    case wait
    /// Only the newest frame is kept and older ones are dropped, as in a live stream.
    case dropOlder
}

/// An asynchronous sequence of the results for a sequence of frames.
///
/// A frame is processed when its result is requested, so nothing accumulates; canceling the consuming task ends the
/// sequence. Created by ``ImageTask/results(for:policy:)``.
public struct FrameResults<Output: Sendable>: AsyncSequence, Sendable {
    /// The result of the task.
    public typealias Element = Output
    /// Any error of the frames or the task.
    public typealias Failure = any Error

    private let makeNext: @Sendable () -> () async throws -> Output?

    /// Creates a sequence of results.
    /// - Parameters:
    ///   - frames: The frames.
    ///   - policy: The treatment of frames that arrive while another is being processed.
    ///   - makeProcess: Returns the closure that processes the frames of one video.
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

    /// Returns an iterator, which starts a video of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(advance: makeNext()) }

    /// An iterator that processes a frame whenever the next result is requested.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let advance: () async throws -> Output?

        /// Returns the next result; `nil` after the last frame.
        /// - Throws: The error of the frames or the task; `CancellationError`.
        public mutating func next() async throws -> Output? { try await advance() }
    }
}

/// Returns a closure that fetches and processes the next frame each time it is called.
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

/// Returns the frames as they arrive, keeping only the newest for a consumer that falls behind.
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

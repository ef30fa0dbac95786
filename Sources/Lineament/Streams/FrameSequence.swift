internal import Dispatch

/// A picture and its time.
public struct TimedImage: Sendable {
    public let image: MPImage
    /// Must grow from frame to frame.
    public let timestampInMilliseconds: Int

    public init(image: MPImage, timestampInMilliseconds: Int) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}

/// What happens to frames that come while another is in work.
public enum FramePolicy: Sendable, Hashable {
    /// Every frame is worked on; the source waits.
    case wait
    /// The newest frame waits, older ones are dropped, as in a live stream.
    case dropOlder
}

/// The results for a sequence of frames, as an asynchronous sequence.
///
/// Work happens as results are asked for, so nothing piles up; cancelling the task that asks ends it.
public struct FrameResults<Output: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Output
    public typealias Failure = any Error

    private let makeNext: @Sendable () -> () async throws -> Output?

    /// - Parameter process: called for one frame at a time.
    init<Frames: AsyncSequence & Sendable>(
        of frames: Frames, policy: FramePolicy,
        makeProcess: @escaping @Sendable () -> @Sendable (TimedImage) throws -> Output
    ) where Frames.Element == TimedImage {
        makeNext = {
            let process = makeProcess()
            switch policy {
            case .wait: return working(on: frames, process)
            case .dropOlder: return working(on: newest(of: frames), process)
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(advance: makeNext()) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let advance: () async throws -> Output?

        public mutating func next() async throws -> Output? { try await advance() }
    }
}

/// Takes the next frame and works on it, each time it is called.
private func working<Frames: AsyncSequence, Output: Sendable>(
    on frames: Frames, _ process: @escaping @Sendable (TimedImage) throws -> Output
) -> () async throws -> Output? where Frames.Element == TimedImage {
    var iterator = frames.makeAsyncIterator()
    return {
        try Task.checkCancellation()
        guard let frame = try await iterator.next() else { return nil }
        return try await offMainThread { try process(frame) }
    }
}

/// The frames as they come, of which only the newest is kept for a reader that is late.
private func newest<Frames: AsyncSequence & Sendable>(
    of frames: Frames
) -> AsyncThrowingStream<TimedImage, any Error> where Frames.Element == TimedImage {
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

/// Runs blocking work on a thread of its own kind, not on one of the few that serve all tasks.
func offMainThread<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async {
            continuation.resume(with: Result(catching: work))
        }
    }
}

internal import LiteRT

/// What a task does with images, apart from the rules of running modes.
protocol FramePipeline: Sendable {
    /// What is remembered from one frame to the next.
    associatedtype Memory: Sendable
    associatedtype Output: Sendable

    func makeMemory() -> Memory

    /// Processes a single image.
    func process(_ image: MPImage, timestamp: Int) throws -> Output

    /// Processes the next frame of a video.
    func process(_ frame: MPImage, timestamp: Int, memory: inout Memory) throws -> Output
}

/// The frames of one video: what a pipeline remembers of it, and that its times increase.
final class FrameSession<Pipeline: FramePipeline>: Sendable {
    private struct State: Sendable {
        var memory: Pipeline.Memory
        var clock = FrameClock()
    }

    private let pipeline: Pipeline
    private let state: Locked<State>

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        state = Locked(State(memory: pipeline.makeMemory()))
    }

    /// Processes the next frame. Calls from several threads wait for each other.
    func process(_ frame: MPImage, timestamp: Int) throws -> Pipeline.Output {
        _ = try frame.regionRotation
        return try state.withLock { state in
            try state.clock.advance(to: timestamp)
            return try pipeline.process(frame, timestamp: timestamp, memory: &state.memory)
        }
    }

    func reset() {
        state.withLock { $0 = State(memory: pipeline.makeMemory()) }
    }
}

/// The time of the last frame, and the one gate for times from outside.
struct FrameClock: Sendable {
    /// 285 years in milliseconds: times are computed with in nanoseconds.
    static let range = -9_000_000_000_000...9_000_000_000_000

    private var last: Int?

    /// - Throws: ``LineamentError`` with code `invalidArgument`, and keeps its time, unless `timestamp` is later and within
    ///   ``range``.
    mutating func advance(to timestamp: Int) throws {
        guard Self.range.contains(timestamp) else {
            throw LineamentError(
                .invalidArgument,
                "INVALID_ARGUMENT: The timestamp \(timestamp) is beyond 285 years. Timestamps are in milliseconds, "
                    + "not in microseconds or nanoseconds.")
        }
        if let last, timestamp <= last {
            throw LineamentError(
                .invalidArgument,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing: \(timestamp) ms came after "
                    + "\(last) ms. Use a session for each video, or reset() before a new one.")
        }
        last = timestamp
    }
}

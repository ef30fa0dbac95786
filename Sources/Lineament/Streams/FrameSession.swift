internal import LiteRT

/// The frames of one video: what a worker remembers of it, and that times only grow.
final class FrameSession<Worker: FrameWorker>: Sendable {
    private struct State: Sendable {
        var memory: Worker.Memory
        var clock = FrameClock()
    }

    private let worker: Worker
    private let state: Guarded<State>

    init(_ worker: Worker) {
        self.worker = worker
        state = Guarded(State(memory: worker.makeMemory()))
    }

    /// Calls from several threads wait for each other.
    func process(_ frame: MPImage, timestamp: Int) throws -> Worker.Output {
        _ = try frame.regionRotation
        return try state.withLock { state in
            try state.clock.advance(to: timestamp)
            return try worker.process(frame, timestamp: timestamp, memory: &state.memory)
        }
    }

    func reset() {
        state.withLock { $0 = State(memory: worker.makeMemory()) }
    }
}

/// The time of the last frame.
struct FrameClock: Sendable {
    private var last: Int?

    /// - Throws: ``LineamentError`` with code `invalidArgument`, and keeps its time, unless `timestamp` is later.
    mutating func advance(to timestamp: Int) throws {
        if let last, timestamp <= last {
            throw LineamentError(
                .invalidArgument,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing: \(timestamp) ms came after "
                    + "\(last) ms. Use a session for each video, or reset() before a new one.")
        }
        last = timestamp
    }
}

internal import Lineament

/// The queue in front of the processor: a few requests are worked on, some wait, and what would be too many is turned
/// away at once.
actor WorkQueue {
    /// The queue has no room.
    struct Full: Error {}

    private let jobs: Int
    private let maxWaiting: Int
    private let executor: BlockingExecutor

    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a queue.
    /// - Parameters:
    ///   - jobs: The number of requests to work on at once.
    ///   - maxWaiting: The number of requests that may wait.
    init(jobs: Int, maxWaiting: Int) {
        self.jobs = jobs
        self.maxWaiting = maxWaiting
        executor = BlockingExecutor(threadLimit: jobs)
    }

    /// Whether a request would find a place now.
    var hasRoom: Bool { running < jobs || waiting.count < maxWaiting }

    /// Runs `work` on a thread when its turn comes.
    /// - Returns: What `work` returns, and the time spent waiting.
    /// - Throws: ``Full`` if there is no room; what `work` throws; `CancellationError`.
    func run<Output: Sendable>(
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> (output: Output, waited: Duration) {
        guard hasRoom else { throw Full() }
        let clock = ContinuousClock()
        let arrival = clock.now
        if running < jobs {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { leave() }
        try Task.checkCancellation()
        let waited = clock.now - arrival
        return (try await executor.run(work), waited)
    }

    /// Hands the place to the next request.
    private func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
    }
}

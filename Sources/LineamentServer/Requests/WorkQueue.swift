// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The queue in front of the processor: a few pieces of work run, some wait, and what would be too many is turned away
/// at once.
actor WorkQueue {
    /// The queue has no room.
    struct Full: Error {}

    /// The origin of a request for work.
    enum Admission {
        /// A request, which is turned away if too many wait.
        case request
        /// A frame of a video or session that was admitted before.
        case frame
    }

    private struct Waiter {
        var number: Int
        var admission: Admission
        var continuation: CheckedContinuation<Void, any Error>
    }

    private let jobs: Int
    private let maxWaiting: Int
    private let executor: BlockingExecutor

    private var waiting: [Waiter] = []
    private var lastNumber = 0
    /// The pieces of work that run.
    private(set) var running = 0

    /// Creates a queue.
    /// - Parameters:
    ///   - jobs: The number of pieces of work to run at once.
    ///   - maxWaiting: The number of requests that may wait.
    init(jobs: Int, maxWaiting: Int) {
        self.jobs = jobs
        self.maxWaiting = maxWaiting
        executor = BlockingExecutor(threadLimit: jobs)
    }

    /// Whether a request would find a place now. Frames that wait take none.
    var hasRoom: Bool { running < jobs || waiting.count { $0.admission == .request } < maxWaiting }
    /// The pieces of work that wait.
    var depth: Int { waiting.count }

    /// Runs `work` on a thread when its turn comes. The cores are shared by the work that runs.
    /// - Returns: The result of `work`, and the time spent waiting.
    /// - Throws: ``Full`` if there is no room; what `work` throws; `CancellationError` if the task is canceled before
    ///   `work` starts.
    func run<Output: Sendable>(
        _ admission: Admission = .request, _ work: @escaping @Sendable () throws -> Output
    ) async throws -> (output: Output, waited: Duration) {
        guard admission == .frame || hasRoom else { throw Full() }
        let clock = ContinuousClock()
        let arrival = clock.now
        if running < jobs { running += 1 } else { try await turn(admission) }
        defer { leave() }
        try Task.checkCancellation()
        let waited = clock.now - arrival
        let output = try await executor.run { try CoreLoad.shared.call(work) }
        return (output, waited)
    }

    /// Waits for a place that another hands over.
    private func turn(_ admission: Admission) async throws {
        lastNumber += 1
        let number = lastNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                waiting.append(Waiter(number: number, admission: admission, continuation: continuation))
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// Hands the place to the next in line.
    private func leave() {
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().continuation.resume() }
    }
}

internal import Dispatch
internal import LiteRT

/// Runs blocking work for `async` callers, on no more threads than there are cores.
///
/// Work that is cancelled while it waits for a thread never runs.
package final class BlockingExecutor: Sendable {
    /// The executor of this process, for inference.
    package static let shared = BlockingExecutor(threadLimit: Cores.available)

    private struct State {
        var waiting: [Job] = []
        var threadCount = 0
    }

    private let threadLimit: Int
    private let queue = DispatchQueue(label: "lineament.blocking", qos: .userInitiated, attributes: .concurrent)
    private let state = Locked(State())

    package init(threadLimit: Int) { self.threadLimit = max(1, threadLimit) }

    /// The result of `work`, which runs once a thread is free.
    /// - Throws: `CancellationError` if the task is cancelled before that; what `work` throws.
    package func run<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
        let job = Job()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                job.begin { isCancelled in
                    continuation.resume(with: isCancelled ? .failure(CancellationError()) : Result(catching: work))
                }
                if Task.isCancelled { job.cancel() }
                enqueue(job)
            }
        } onCancel: {
            job.cancel()
        }
    }

    private func enqueue(_ job: Job) {
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.threadCount < threadLimit else { return false }
            state.threadCount += 1
            return true
        }
        if needsThread { queue.async { [self] in runJobs() } }
    }

    private func runJobs() {
        while let job = nextJob() { job.finish(isCancelled: false) }
    }

    /// The job that waited longest; nil, and one thread fewer, if none waits.
    private func nextJob() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.threadCount -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}

/// Work that is run or cancelled, whichever comes first.
private final class Job: Sendable {
    private let work = Locked<(@Sendable (_ isCancelled: Bool) -> Void)?>(nil)

    func begin(_ work: @escaping @Sendable (_ isCancelled: Bool) -> Void) { self.work.withLock { $0 = work } }

    func cancel() { finish(isCancelled: true) }

    func finish(isCancelled: Bool) {
        let work = work.withLock { work in
            defer { work = nil }
            return work
        }
        work?(isCancelled)
    }
}

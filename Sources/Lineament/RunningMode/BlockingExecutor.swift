// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Locking

/// Runs blocking work for `async` callers, on at most as many threads as there are cores.
///
/// Blocking a thread of Swift's cooperative pool could stall unrelated tasks. Work that is canceled while it waits for
/// a thread never runs; other work ends at its next ``Deadline/check()``.
package final class BlockingExecutor: Sendable {
    /// The executor for inference, shared by the process.
    package static let shared = BlockingExecutor(threadLimit: Cores.available)

    private struct State {
        var waiting: [Job] = []
        var threadCount = 0
    }

    private let threadLimit: Int
    private let queue = DispatchQueue(label: "lineament.blocking", qos: .userInitiated, attributes: .concurrent)
    private let state = Locked(State())

    /// Creates an executor with its own threads.
    /// - Parameter threadLimit: The maximum number of threads; at least 1 is used.
    package init(threadLimit: Int) { self.threadLimit = max(1, threadLimit) }

    /// Returns the result of `work`, which runs as soon as a thread is free.
    /// - Throws: The error of `work`; `CancellationError` if the task is canceled.
    package func run<Output: Sendable>(_ work: @escaping @Sendable () throws -> Output) async throws -> Output {
        let job = Job()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                job.begin { isCancelled in
                    let work = { try Deadline.within(cancellation, work) }
                    continuation.resume(with: isCancelled ? .failure(CancellationError()) : Result(catching: work))
                }
                if Task.isCancelled { job.cancel() }
                enqueue(job)
            }
        } onCancel: {
            cancellation.cancel()
            job.cancel()
        }
    }

    /// Queues a job and starts a thread for it unless the limit is reached.
    private func enqueue(_ job: Job) {
        let needsThread = state.withLock { state in
            state.waiting.append(job)
            guard state.threadCount < threadLimit else { return false }
            state.threadCount += 1
            return true
        }
        if needsThread { queue.async { [self] in runJobs() } }
    }

    /// Runs jobs until none is waiting.
    private func runJobs() {
        while let job = nextJob() { job.finish(isCancelled: false) }
    }

    /// Returns the job that has waited longest; if none is waiting, releases the thread and returns `nil`.
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

/// Work that is either run or canceled, whichever happens first.
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

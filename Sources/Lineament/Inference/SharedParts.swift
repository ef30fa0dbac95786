internal import Dispatch
internal import Foundation
internal import Synchronization

/// Parts of a piece of work that takes hardly longer than waking a thread.
///
/// Helpers take what is left when they arrive, and the caller waits awake for the parts that they have begun: a part takes
/// some microseconds, less than it takes to be woken. It goes to sleep if a part takes much longer than that.
final class SharedParts: Sendable {
    private let count: Int
    private let work: @Sendable (_ part: Int) -> Void
    private let taken = Atomic(0)
    private let done = Atomic(0)
    private let allDone = DispatchSemaphore(value: 0)

    /// Well above a millisecond of waiting, when the system gives the time to others.
    private static let longestWaitAwake = 10_000

    private init(_ count: Int, _ work: @escaping @Sendable (_ part: Int) -> Void) {
        self.count = count
        self.work = work
    }

    /// Calls `work` once for each part, on up to `threads` threads, this one among them; all calls are over on return.
    static func perform(_ count: Int, threads: Int, _ work: @escaping @Sendable (_ part: Int) -> Void) {
        guard count > 0 else { return }
        let parts = SharedParts(count, work)
        for _ in 1..<max(1, threads) { DispatchQueue.global(qos: .userInitiated).async { parts.takeAll() } }
        parts.takeAll()
        for _ in 0..<longestWaitAwake {
            if parts.done.load(ordering: .acquiring) == count { return }
            sched_yield()
        }
        parts.allDone.wait()
    }

    private func takeAll() {
        while true {
            let part = taken.add(1, ordering: .relaxed).oldValue
            guard part < count else { return }
            work(part)
            if done.add(1, ordering: .acquiringAndReleasing).newValue == count { allDone.signal() }
        }
    }
}

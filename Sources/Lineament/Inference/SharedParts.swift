// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Distributes parts of short work, which takes hardly longer than waking a thread.
///
/// Helper threads take whatever is left when they arrive. The caller works as well and then spins until the parts that
/// helpers have started are done, because a part takes a few microseconds, less than being woken. It blocks if a part
/// takes much longer than that.
final class SharedParts: Sendable {
    private let count: Int
    private let work: @Sendable (_ part: Int) -> Void
    private let taken = Atomic(0)
    private let done = Atomic(0)
    private let allDone = DispatchSemaphore(value: 0)

    /// The number of times the caller yields before it blocks: well over a millisecond if other threads are ready to
    /// run.
    private static let maxSpin = 10_000

    private init(_ count: Int, _ work: @escaping @Sendable (_ part: Int) -> Void) {
        self.count = count
        self.work = work
    }

    /// Calls `work` once for each part, on up to `threads` threads including this one; returns when all calls have.
    /// - Parameters:
    ///   - count: The number of parts.
    ///   - threads: The maximum number of threads.
    ///   - work: Processes one part, possibly at the same time as others.
    static func perform(_ count: Int, threads: Int, _ work: @escaping @Sendable (_ part: Int) -> Void) {
        guard count > 0 else { return }
        let parts = SharedParts(count, work)
        // In a forked process the queue would keep the work forever.
        let threads = ForkGuard.dispatch.isOriginalProcess ? threads : 1
        for _ in 1..<max(1, threads) { DispatchQueue.global(qos: .userInitiated).async { parts.takeAll() } }
        parts.takeAll()
        for _ in 0..<maxSpin {
            if parts.done.load(ordering: .acquiring) == count { return }
            sched_yield()
        }
        parts.allDone.wait()
    }

    /// Processes parts until none is left.
    private func takeAll() {
        while true {
            let part = taken.add(1, ordering: .relaxed).oldValue
            guard part < count else { return }
            work(part)
            if done.add(1, ordering: .acquiringAndReleasing).newValue == count { allDone.signal() }
        }
    }
}

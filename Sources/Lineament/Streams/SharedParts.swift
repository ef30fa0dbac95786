internal import Dispatch
internal import Foundation
internal import Synchronization

/// Parts of a piece of work that takes hardly longer than to wake a thread.
///
/// Helpers take what is left when they come, and the caller waits for the parts that they have begun without going to
/// sleep: a part takes some microseconds, less than to be woken again.
final class SharedParts: Sendable {
    private let count: Int
    private let work: @Sendable (_ part: Int) -> Void
    private let taken = Atomic(0)
    private let done = Atomic(0)

    private init(_ count: Int, _ work: @escaping @Sendable (_ part: Int) -> Void) {
        self.count = count
        self.work = work
    }

    /// Calls `work` once for each part, on up to `threads` threads, this one among them; none is called after it returns.
    static func perform(_ count: Int, threads: Int, _ work: @escaping @Sendable (_ part: Int) -> Void) {
        let parts = SharedParts(count, work)
        for _ in 1..<max(1, threads) { DispatchQueue.global(qos: .userInitiated).async { parts.takeAll() } }
        parts.takeAll()
        while parts.done.load(ordering: .acquiring) < count { sched_yield() }
    }

    private func takeAll() {
        while true {
            let part = taken.add(1, ordering: .relaxed).oldValue
            guard part < count else { return }
            work(part)
            done.add(1, ordering: .releasing)
        }
    }
}

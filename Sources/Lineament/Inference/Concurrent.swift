// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Locking
internal import Synchronization

/// Loops and maps collections in parallel.
package enum Concurrent {
    /// Calls `body` with each index, on as many cores as ``CoreLoad`` allows; one after the other in a forked process,
    /// which has no threads for it.
    package static func perform(iterations count: Int, _ body: @Sendable (Int) -> Void) {
        let workers = min(count, CoreLoad.shared.share)
        guard workers > 1, ForkGuard.dispatch.isOriginalProcess else { return (0..<count).forEach(body) }
        let taken = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            while true {
                let index = taken.add(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                body(index)
            }
        }
    }

    /// Returns the transformed elements in order, using the same cores; ``Deadline/current`` is the caller's in all threads.
    /// - Throws: The error of the first element, in order, whose transform threw, after all have finished;
    ///   ``LineamentError`` with code `deadlineExceeded`.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        let deadline = Deadline.current
        guard elements.count > 1, CoreLoad.shared.share > 1 else {
            return try elements.map { element in
                try deadline?.check()
                return try transform(element)
            }
        }
        let results = Locked([Result<Output, any Error>?](repeating: nil, count: elements.count))
        perform(iterations: elements.count) { index in
            let result = Result {
                try Deadline.$current.withValue(deadline) {
                    try deadline?.check()
                    return try transform(elements[index])
                }
            }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }
}

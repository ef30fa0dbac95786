internal import Dispatch
internal import Locking

/// Loops and maps collections in parallel.
package enum Concurrent {
    /// Calls `body` with each index, on all cores; one after the other where ``CoreSharing`` is active, and in a forked
    /// process, which has no threads for it.
    package static func perform(iterations count: Int, _ body: @Sendable (Int) -> Void) {
        guard !CoreSharing.isActive, ForkGuard.dispatch.isOriginalProcess else { return (0..<count).forEach(body) }
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }

    /// Returns the transformed elements in order, using all cores; ``Deadline/current`` is the caller's in all threads.
    /// - Throws: The error of the first element, in order, whose transform threw, after all have finished;
    ///   ``LineamentError`` with code `deadlineExceeded`.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        let deadline = Deadline.current
        guard elements.count > 1, !CoreSharing.isActive else {
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

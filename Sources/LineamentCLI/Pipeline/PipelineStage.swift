internal import Foundation

/// A bounded stage of a pipeline: what is put in is transformed on threads of its own and comes out in the same order.
///
/// The first error ends the stage: what was put in before it still comes out, then the error. Whoever makes a stage
/// must end it, with ``close()`` or with ``cancel()``.
final class PipelineStage<Input: Sendable, Output: Sendable>: @unchecked Sendable {
    private let capacity: Int
    private let transform: @Sendable (Input) throws -> Output
    private let condition = NSCondition()
    // What follows is used under the lock of `condition` only.
    private var waiting: [(number: Int, input: Input)] = []
    private var done: [Int: Result<Output, any Error>] = [:]
    private var accepted = 0
    private var delivered = 0
    private var runningThreads: Int
    private var isClosed = false
    private var failure: (any Error)?

    /// - Parameters:
    ///   - capacity: most items between ``put(_:)`` and ``next()``.
    ///   - workers: most items that are transformed at once.
    init(capacity: Int, workers: Int, transform: @escaping @Sendable (Input) throws -> Output) {
        self.capacity = capacity
        self.transform = transform
        runningThreads = workers
        for _ in 0..<workers { Thread.detachNewThread { self.work() } }
    }

    /// Adds an item; waits while the stage is full.
    /// - Throws: the first error, once there is one.
    func put(_ input: Input) throws {
        condition.lock()
        defer { condition.unlock() }
        while accepted - delivered >= capacity, failure == nil { condition.wait() }
        if let failure { throw failure }
        waiting.append((accepted, input))
        accepted += 1
        condition.broadcast()
    }

    /// The next item in order, transformed; waits for it. Nil after the last item of a closed stage.
    func next() throws -> Output? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = done.removeValue(forKey: delivered) {
                delivered += 1
                condition.broadcast()
                return try result.get()
            }
            // An earlier item may still be on its way when a later one has failed.
            if let failure, waiting.isEmpty, runningThreads == 0 { throw failure }
            if failure == nil, isClosed, delivered == accepted { return nil }
            condition.wait()
        }
    }

    /// Says that no more items come.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }

    /// Gives up what has not come out; returns when no thread of the stage is at work any more.
    func cancel(_ error: any Error = CancellationError()) {
        condition.lock()
        defer { condition.unlock() }
        fail(error)
        while runningThreads > 0 { condition.wait() }
    }

    private func fail(_ error: any Error) {
        failure = failure ?? error
        waiting.removeAll()
        condition.broadcast()
    }

    private func work() {
        while let (number, input) = takeInput() {
            let result = Result { try transform(input) }
            condition.lock()
            done[number] = result
            if case .failure(let error) = result { fail(error) }
            condition.broadcast()
            condition.unlock()
        }
    }

    /// The next item to transform; nil when the thread may end.
    private func takeInput() -> (number: Int, input: Input)? {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty, failure == nil, !isClosed { condition.wait() }
        guard failure == nil, !waiting.isEmpty else {
            runningThreads -= 1
            condition.broadcast()
            return nil
        }
        return waiting.removeFirst()
    }
}

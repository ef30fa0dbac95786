// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A bounded pipeline stage that transforms items on its own threads and returns them in order.
///
/// The first error ends the stage: earlier items are still returned, then the error is thrown. The owner must end the
/// stage with ``close()`` or ``cancel(_:)``.
final class PipelineStage<Input: Sendable, Output: Sendable>: @unchecked Sendable {
    // @unchecked Sendable: all mutable state is protected by `condition`.

    private let capacity: Int
    private let transform: @Sendable (Input) throws -> Output
    private let condition = NSCondition()
    // Protected by `condition`.
    private var waiting: [(number: Int, input: Input)] = []
    private var done: [Int: Result<Output, any Error>] = [:]
    private var accepted = 0
    private var delivered = 0
    private var runningThreads: Int
    private var isClosed = false
    private var failure: (any Error)?

    /// Creates a stage and starts its threads.
    /// - Parameters:
    ///   - capacity: the maximum number of items between ``put(_:)`` and ``next()``.
    ///   - workers: the maximum number of items that are transformed at once.
    init(capacity: Int, workers: Int, transform: @escaping @Sendable (Input) throws -> Output) {
        self.capacity = capacity
        self.transform = transform
        runningThreads = workers
        for _ in 0..<workers { Thread.detachNewThread { self.work() } }
    }

    /// Adds an item, blocking while the stage is full.
    /// - Throws: the first error, if there was one.
    func put(_ input: Input) throws {
        condition.lock()
        defer { condition.unlock() }
        while accepted - delivered >= capacity, failure == nil { condition.wait() }
        if let failure { throw failure }
        waiting.append((accepted, input))
        accepted += 1
        condition.broadcast()
    }

    /// Returns the next transformed item in order, blocking until it is ready, or `nil` after the last item of a closed
    /// stage.
    func next() throws -> Output? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = done.removeValue(forKey: delivered) {
                delivered += 1
                condition.broadcast()
                return try result.get()
            }
            // An earlier item may still be in progress when a later one has failed.
            if let failure, waiting.isEmpty, runningThreads == 0 { throw failure }
            if failure == nil, isClosed, delivered == accepted { return nil }
            condition.wait()
        }
    }

    /// Ends the input of the stage.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }

    /// Discards all remaining items and returns once all threads of the stage have ended.
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

    /// Returns the next item to transform, or `nil` when the thread should end.
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

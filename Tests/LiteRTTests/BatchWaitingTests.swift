// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import LiteRT

/// A caller whose time is over leaves at once, wherever it waits, and the others go on.
@Suite struct BatchWaitingTests {
    private struct TimeIsOver: Error {}

    /// A limit that ends when it is told to.
    private final class Stopper: Sendable {
        private let isOver = Locked(false)
        private let asked = DispatchSemaphore(value: 0)

        var limit: WaitLimit {
            WaitLimit { [isOver, asked] in
                asked.signal()
                if isOver.withLock({ $0 }) { throw TimeIsOver() }
            }
        }

        /// Returns once the caller waits for others.
        func waitUntilAsked() { asked.wait() }

        func stop() { isOver.withLock { $0 = true } }
    }

    /// An engine whose runs begin, and end when they are told to.
    private struct Gate {
        let started = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)

        func scheduler(capacity: Int) -> BatchScheduler {
            BatchScheduler(capacity: capacity) { () throws(LiteRTError) in
                try Batch(inputShapes: [[1]], outputShapes: [[1]], capacity: capacity)
            } run: { [started, end] batch, part throws(LiteRTError) in
                started.signal()
                end.wait()
                let (inputs, outputs) = (
                    batch.inputs[0].elements(part.upperBound), batch.outputs[0].elements(part.upperBound)
                )
                for index in part { outputs[index] = inputs[index] + 1 }
            }
        }
    }

    /// A caller on a thread of its own.
    private final class Caller: Sendable {
        private let outcome = Locked<Result<Float, any Error>?>(nil)
        private let done = DispatchSemaphore(value: 0)
        private let entered = DispatchSemaphore(value: 0)
        let filled = DispatchSemaphore(value: 0)

        /// Starts a call.
        /// - Parameters:
        ///   - waits: Whether the caller fills its place only once ``filled`` is signaled.
        init(_ value: Float, in scheduler: BatchScheduler, waiting limit: WaitLimit = .none, waits: Bool = false) {
            Thread { [self] in
                let result = Result {
                    try scheduler.withPlace(waiting: limit) { place in
                        entered.signal()
                        if waits { filled.wait() }
                        place.inputs[0][0] = value
                        try place.run()
                        return place.outputs[0][0]
                    }
                }
                outcome.withLock { $0 = result }
                done.signal()
            }.start()
        }

        func waitForEntry() { entered.wait() }
        /// Whether the caller has no place yet.
        var isOutside: Bool { entered.wait(timeout: .now() + 0.05) == .timedOut }

        func result() throws -> Float {
            done.wait()
            return try #require(outcome.withLock { $0 }).get()
        }
    }

    /// While another one of its batch is not ready yet.
    @Test func aCallerLeavesTheBatchThatGathers() throws {
        let (gate, stopper) = (Gate(), Stopper())
        let scheduler = gate.scheduler(capacity: 4)
        let slow = Caller(1, in: scheduler, waits: true)
        slow.waitForEntry()
        let stopped = Caller(2, in: scheduler, waiting: stopper.limit)
        stopped.waitForEntry()
        stopper.stop()
        #expect(throws: TimeIsOver.self) { try stopped.result() }
        slow.filled.signal()
        gate.end.signal()
        #expect(try slow.result() == 2)
        #expect(scheduler.isIdle)
    }

    /// While its batch waits for the one before; what is left of it runs without that caller.
    @Test func aCallerLeavesTheBatchThatIsComplete() throws {
        let (gate, stopper) = (Gate(), Stopper())
        let scheduler = gate.scheduler(capacity: 4)
        let first = Caller(1, in: scheduler)
        gate.started.wait()
        let stopped = Caller(2, in: scheduler, waiting: stopper.limit)
        stopped.waitForEntry()
        let other = Caller(3, in: scheduler)
        other.waitForEntry()
        stopper.stop()
        #expect(throws: TimeIsOver.self) { try stopped.result() }
        gate.end.signal()
        gate.end.signal()
        #expect(try first.result() == 2)
        #expect(try other.result() == 4)
        #expect(scheduler.isIdle)
    }

    /// While its batch runs on another's thread. The batch keeps its memory until it has ended.
    @Test func aCallerLeavesTheBatchThatRuns() throws {
        let (gate, stopper) = (Gate(), Stopper())
        let scheduler = gate.scheduler(capacity: 2)
        let leader = Caller(1, in: scheduler, waits: true)
        leader.waitForEntry()
        let stopped = Caller(2, in: scheduler, waiting: stopper.limit)
        stopped.waitForEntry()
        stopper.waitUntilAsked()
        leader.filled.signal()
        gate.started.wait()
        stopper.stop()
        #expect(throws: TimeIsOver.self) { try stopped.result() }
        #expect(!scheduler.isIdle)
        let next = Caller(5, in: scheduler)
        for _ in 0..<3 { gate.end.signal() }
        #expect(try leader.result() == 2)
        #expect(try next.result() == 6)
        #expect(scheduler.isIdle)
    }

    /// While there is no batch for it; its turn is not lost for those behind it.
    @Test func aCallerLeavesTheQueue() throws {
        let (gate, stopper) = (Gate(), Stopper())
        let scheduler = gate.scheduler(capacity: 1)
        let first = Caller(1, in: scheduler)
        gate.started.wait()
        let holders = (0..<2).map { _ in Caller(2, in: scheduler, waits: true) }
        for holder in holders { holder.waitForEntry() }
        let stopped = Caller(3, in: scheduler, waiting: stopper.limit)
        #expect(stopped.isOutside)
        let last = Caller(4, in: scheduler)
        #expect(last.isOutside)
        stopper.stop()
        #expect(throws: TimeIsOver.self) { try stopped.result() }
        for holder in holders { holder.filled.signal() }
        for _ in 0..<4 { gate.end.signal() }
        #expect(try first.result() == 2)
        for holder in holders { #expect(try holder.result() == 3) }
        #expect(try last.result() == 5)
        #expect(scheduler.isIdle)
    }

    /// Any mix of callers, some of whom leave at any time: the others get their own results.
    @Test(arguments: [1, 3, 32]) func whoStaysGetsItsOwnResult(capacity: Int) {
        let scheduler = BatchScheduler(capacity: capacity) { () throws(LiteRTError) in
            try Batch(inputShapes: [[1]], outputShapes: [[1]], capacity: capacity)
        } run: { batch, part throws(LiteRTError) in
            let (inputs, outputs) = (
                batch.inputs[0].elements(part.upperBound), batch.outputs[0].elements(part.upperBound)
            )
            usleep(3_000)
            for index in part { outputs[index] = inputs[index] + 1 }
        }
        let wrong = Locked(0)
        let done = DispatchSemaphore(value: 0)
        for number in 0..<16 {
            Thread {
                var generator = SeededGenerator(seed: UInt64(number))
                for turn in 0..<20 {
                    let value = Float(100 * number + turn)
                    let checks = Locked(Int.random(in: 0..<4, using: &generator))
                    let limit = WaitLimit {
                        let left = checks.withLock { checks in
                            checks -= 1
                            return checks
                        }
                        if left < 0 { throw TimeIsOver() }
                    }
                    let found = Result {
                        try scheduler.withPlace(waiting: turn % 3 == 0 ? .none : limit) { place in
                            place.inputs[0][0] = value
                            try place.run()
                            return place.outputs[0][0]
                        }
                    }
                    switch found {
                    case .success(let result) where result == value + 1: break
                    case .failure(let error) where error is TimeIsOver && turn % 3 != 0: break
                    default: wrong.withLock { $0 += 1 }
                    }
                }
                done.signal()
            }.start()
        }
        for _ in 0..<16 { done.wait() }
        #expect(wrong.withLock { $0 } == 0)
        #expect(scheduler.isIdle)
    }

    /// A pool of copies, as LiteRT's accelerator has it, does the same.
    @Test func aCallerLeavesTheQueueOfACopy() throws {
        let pool = try CompiledModelPool(TestModel.all[0].model(), threads: 1, capacity: 1)
        _ = try pool.withModel { _ in
            #expect(throws: TimeIsOver.self) {
                _ = try pool.withModel(waiting: WaitLimit { throw TimeIsOver() }) { $0.inputs.count }
            }
        }
        #expect(try pool.withModel { $0.inputs.count } == 1)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import LiteRT

/// Every caller gets the result of its own input, whoever else is in its batch.
@Suite struct BatchSchedulerTests {
    private static let shapes = [[3]]

    /// What an engine that doubles its inputs was given.
    private struct Log {
        var sizes: [Int] = []
        var atOnce = 0
        var mostAtOnce = 0
    }

    /// Returns a scheduler whose engine doubles the inputs, and fails for batches with a value below zero.
    private func scheduler(capacity: Int, delay: UInt32 = 0, log: Locked<Log>) -> BatchScheduler {
        BatchScheduler(capacity: capacity) { () throws(LiteRTError) in
            try Batch(inputShapes: Self.shapes, outputShapes: Self.shapes, capacity: capacity)
        } run: { batch, part throws(LiteRTError) in
            log.withLock { log in
                log.sizes.append(part.count)
                log.atOnce += 1
                log.mostAtOnce = max(log.mostAtOnce, log.atOnce)
            }
            if delay > 0 { usleep(delay) }
            defer { log.withLock { $0.atOnce -= 1 } }
            let values = 3 * part.lowerBound..<3 * part.upperBound
            let inputs = batch.inputs[0].elements(values.upperBound)
            let outputs = batch.outputs[0].elements(values.upperBound)
            for index in values { outputs[index] = 2 * inputs[index] }
            guard !inputs[values].contains(where: { $0 < 0 }) else { throw .gpu("a value is below zero") }
        }
    }

    private func doubled(_ value: Float, in scheduler: BatchScheduler) throws -> [Float] {
        try scheduler.withPlace { place in
            place.inputs[0].withElements { $0.update(repeating: value) }
            try place.run()
            return place.outputs[0].values
        }
    }

    /// Calls `body` on as many threads at once, also where there are fewer cores.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let done = DispatchSemaphore(value: 0)
        for number in 0..<count {
            Thread {
                body(number)
                done.signal()
            }.start()
        }
        for _ in 0..<count { done.wait() }
    }

    @Test func aCallerThatIsAloneRunsAtOnce() throws {
        let log = Locked(Log())
        let scheduler = scheduler(capacity: 8, log: log)
        for value in 0..<100 {
            #expect(try doubled(Float(value), in: scheduler) == [Float](repeating: 2 * Float(value), count: 3))
        }
        #expect(log.withLock { $0.sizes } == [Int](repeating: 1, count: 100))
    }

    @Test(arguments: [1, 2, 5, 64]) func anyMixOfCallersGetsItsOwnResults(capacity: Int) throws {
        let log = Locked(Log())
        let scheduler = scheduler(capacity: capacity, delay: 200, log: log)
        let wrong = Locked(0)
        onThreads(24) { caller in
            var generator = SeededGenerator(seed: UInt64(caller))
            for turn in 0..<40 {
                let value = Float(1000 * caller + turn)
                // Some take a place and have nothing to run after all.
                if Int.random(in: 0..<5, using: &generator) == 0 {
                    try? scheduler.withPlace { _ in throw CancellationError() }
                } else if (try? doubled(value, in: scheduler)) != [Float](repeating: 2 * value, count: 3) {
                    wrong.withLock { $0 += 1 }
                }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
        #expect(log.withLock { $0.mostAtOnce } == 1)
        #expect(log.withLock { $0.sizes.allSatisfy { (1...capacity).contains($0) } })
    }

    /// While a batch runs, the next one gathers.
    @Test func callersGatherWhileABatchRuns() throws {
        let log = Locked(Log())
        let scheduler = scheduler(capacity: 64, delay: 20_000, log: log)
        onThreads(16) { _ = try? doubled(Float($0), in: scheduler) }
        let sizes = log.withLock { $0.sizes }
        #expect(sizes.reduce(0, +) == 16)
        #expect(sizes.count < 16)
    }

    /// A batch that becomes free takes as many of those who wait as it has places.
    @Test func allWhoWaitEnterAFreeBatch() {
        let (started, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let scheduler = BatchScheduler(capacity: 2) { () throws(LiteRTError) in
            try Batch(inputShapes: Self.shapes, outputShapes: Self.shapes, capacity: 2)
        } run: { _, _ throws(LiteRTError) in
            started.signal()
            end.wait()
        }
        let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holdPlace: @Sendable () -> Void = {
            try? scheduler.withPlace { _ in
                entered.signal()
                leave.wait()
            }
        }
        // One batch runs, the callers of two others keep their places, and two more callers wait.
        Thread { try? scheduler.withPlace { try $0.run() } }.start()
        started.wait()
        for _ in 0..<4 { Thread(block: holdPlace).start() }
        for _ in 0..<4 { entered.wait() }
        for _ in 0..<2 { Thread(block: holdPlace).start() }
        #expect(entered.wait(timeout: .now() + 0.1) == .timedOut)
        end.signal()
        for _ in 0..<2 { #expect(entered.wait(timeout: .now() + 30) == .success) }
        for _ in 0..<6 { leave.signal() }
    }

    /// An error of a batch reaches those who were in it, and nobody later.
    @Test func errorsStayInTheirBatch() throws {
        let scheduler = scheduler(capacity: 4, log: Locked(Log()))
        let error = #expect(throws: LiteRTError.self) { try doubled(-1, in: scheduler) }
        #expect(error?.code == .gpuUnusable)
        #expect(try doubled(1, in: scheduler) == [2, 2, 2])
    }

    /// Ten thousand frames leave nothing behind: no more than three batches are ever made, and nobody waits in the end.
    @Test func tenThousandFramesLeaveNothingBehind() {
        let made = Locked(0)
        let scheduler = BatchScheduler(capacity: 32) { () throws(LiteRTError) in
            made.withLock { $0 += 1 }
            return try Batch(inputShapes: Self.shapes, outputShapes: Self.shapes, capacity: 32)
        } run: { _, _ throws(LiteRTError) in
        }
        onThreads(8) { caller in
            for frame in 0..<1_250 {
                // Some callers have no time left, and some nothing to run.
                let limit = frame % 7 == 0 ? WaitLimit { throw CancellationError() } : .none
                try? scheduler.withPlace(waiting: limit) { place in
                    guard frame % 11 != caller else { throw CancellationError() }
                    try place.run()
                }
            }
        }
        #expect(made.withLock { $0 } <= BatchScheduler.maxBatches)
        #expect(scheduler.isIdle)
    }
}

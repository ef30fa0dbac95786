// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import Testing

@testable import LiteRT

/// What a batch that fails means for those who were in it.
@Suite struct BatchFailureTests {
    /// The parts that ran, in order.
    private typealias Parts = Locked<[Range<Int>]>

    /// Returns a scheduler whose engine adds 1, unless `fails` says for a part with these inputs that it fails.
    private func scheduler(
        capacity: Int = 32, _ parts: Parts, fails: @escaping @Sendable ([Float]) -> Bool
    ) -> BatchScheduler {
        BatchScheduler(capacity: capacity) { () throws(LiteRTError) in
            try Batch(inputShapes: [[1]], outputShapes: [[1]], capacity: capacity)
        } run: { batch, part throws(LiteRTError) in
            parts.withLock { $0.append(part) }
            let inputs = batch.inputs[0].elements(part.upperBound)
            let outputs = batch.outputs[0].elements(part.upperBound)
            for index in part { outputs[index] = inputs[index] + 1 }
            guard !fails(Array(inputs[part])) else { throw .gpu("there is no memory for \(part.count)") }
        }
    }

    /// Runs callers with the values 0, 1 and so on in one batch.
    /// - Parameters:
    ///   - count: The number of callers.
    ///   - scheduler: The scheduler.
    ///   - leaving: The value of one who has nothing to run after all.
    /// - Returns: Their results, by value.
    private func run(_ count: Int, in scheduler: BatchScheduler, leaving: Int? = nil) -> [Int: Result<Float, any Error>]
    {
        let results = Locked<[Int: Result<Float, any Error>]>([:])
        let done = DispatchSemaphore(value: 0)
        let mayRun = DispatchSemaphore(value: 0)
        let entered = DispatchSemaphore(value: 0)
        for value in 0..<count {
            Thread {
                let result = Result {
                    try scheduler.withPlace { place in
                        entered.signal()
                        mayRun.wait()
                        if value == leaving { throw CancellationError() }
                        place.inputs[0][0] = Float(value)
                        try place.run()
                        return place.outputs[0][0]
                    }
                }
                results.withLock { $0[value] = result }
                done.signal()
            }.start()
        }
        // All have places before any is ready, so all are in one batch.
        for _ in 0..<count { entered.wait() }
        for _ in 0..<count { mayRun.signal() }
        for _ in 0..<count { done.wait() }
        return results.withLock { $0 }
    }

    private func failed(_ results: [Int: Result<Float, any Error>]) -> [Int] {
        results.filter { (try? $0.value.get()) != Float($0.key + 1) }.map(\.key).sorted()
    }

    @Test(arguments: [1, 2, 5, 20, 32]) func halvesAreTriedWhereMemoryIsShort(count: Int) {
        let parts = Parts([])
        let scheduler = scheduler(parts) { $0.count > 4 }
        #expect(failed(run(count, in: scheduler)).isEmpty)
        let sizes = parts.withLock { $0.map(\.count) }
        #expect(sizes.filter { $0 <= 4 }.reduce(0, +) == count)
        // Larger batches than what succeeded are not tried again for now.
        #expect(scheduler.limit == (count > 4 ? 4 : 32))
        #expect(scheduler.isIdle)
    }

    /// After many batches have succeeded, larger ones are tried again.
    @Test func batchesGrowAgain() throws {
        let isShort = Locked(true)
        let scheduler = scheduler(Parts([])) { $0.count > 4 && isShort.withLock { $0 } }
        #expect(failed(run(32, in: scheduler)).isEmpty)
        #expect(scheduler.limit == 4)
        isShort.withLock { $0 = false }
        for limit in [8, 16, 32, 32] {
            for _ in 0..<BatchScheduler.runsBeforeGrowth { #expect(failed(run(1, in: scheduler)).isEmpty) }
            #expect(scheduler.limit == limit)
        }
    }

    /// Only what fails alone has an error.
    @Test(arguments: [1, 2, 7, 32]) func anErrorIsThatOfOneCaller(count: Int) throws {
        let scheduler = scheduler(Parts([])) { $0.contains(Float(count / 2)) }
        let results = run(count, in: scheduler)
        #expect(failed(results) == [count / 2])
        let error = #expect(throws: LiteRTError.self) { try #require(results[count / 2]).get() }
        #expect(error?.message == "there is no memory for 1")
        #expect(scheduler.limit == 32)
    }

    /// A device that is lost while a batch runs is an error of all its callers and of later ones; nobody waits for ever.
    @Test func aDeviceIsLostInABatch() {
        let parts = Parts([])
        let isLost = Locked(false)
        let scheduler = scheduler(parts) { _ in isLost.withLock { $0 } }
        #expect(failed(run(32, in: scheduler)).isEmpty)
        isLost.withLock { $0 = true }
        #expect(failed(run(32, in: scheduler)).count == 32)
        #expect(failed(run(3, in: scheduler)).count == 3)
        #expect(scheduler.isIdle)
        // One of 32 that was right; each half of 32 (63) and of 3 (5), down to one.
        let count = parts.withLock { $0.count }
        #expect(count == 69)
    }

    /// What nobody waits for is not tried alone.
    @Test func partsThatNobodyNeedsAreNotTried() {
        let parts = Parts([])
        let scheduler = scheduler(parts) { $0.count > 1 }
        #expect(failed(run(4, in: scheduler, leaving: 1)) == [1])
        #expect(parts.withLock { $0.filter { $0.count == 1 }.count } == 3)
        #expect(scheduler.isIdle)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

/// How many results callers get per second who call at once, each on a thread of its own.
enum ThroughputBenchmark {
    /// The numbers of callers to try. A GPU runs their inferences in batches.
    static let callers = [1, 4, 16, 64]

    /// Returns the results per second of all callers together.
    /// - Parameters:
    ///   - callers: The number of callers.
    ///   - seconds: How long they call.
    ///   - makeCall: Makes what a caller calls again and again.
    /// - Throws: The first error of a call.
    static func resultsPerSecond(
        callers: Int, for seconds: Double, _ makeCall: @escaping @Sendable () -> () throws -> Void
    ) throws -> Double {
        // Models are compiled, and batches of all sizes run, which makes a GPU choose its algorithms, before the time counts.
        _ = try count(callers: callers, for: min(seconds, 0.5), makeCall)
        let clock = ContinuousClock()
        let start = clock.now
        let results = try count(callers: callers, for: seconds, makeCall)
        return Double(results) / ((clock.now - start) / .seconds(1))
    }

    /// Returns the number of results; each caller has at least one.
    private static func count(
        callers: Int, for seconds: Double, _ makeCall: @escaping @Sendable () -> () throws -> Void
    ) throws -> Int {
        let outcome = Locked<Result<Int, any Error>>(.success(0))
        let done = DispatchSemaphore(value: 0)
        let end = ContinuousClock.now + .seconds(seconds)
        for _ in 0..<callers {
            let caller = Thread {
                let counted = Result {
                    let run = makeCall()
                    var results = 0
                    repeat {
                        try run()
                        results += 1
                    } while ContinuousClock.now < end
                    return results
                }
                outcome.withLock { outcome in
                    outcome = outcome.flatMap { sum in counted.map { sum + $0 } }
                }
                done.signal()
            }
            caller.start()
        }
        for _ in 0..<callers { done.wait() }
        return try outcome.withLock { try $0.get() }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import Synchronization

/// Returns how many rounds a second `count` threads finish together, each with rounds of its own, in `seconds` seconds.
func roundsPerSecond(
    threads count: Int, seconds: Double, _ makeRound: @escaping @Sendable () throws -> () throws -> Void
) throws -> Double {
    let isOver = Atomic(false)
    let finished = Atomic(0)
    let failure = Mutex<(any Error)?>(nil)
    let ready = DispatchGroup()
    let start = DispatchSemaphore(value: 0)
    let ended = DispatchGroup()
    for _ in 0..<count {
        ready.enter()
        ended.enter()
        Thread.detachNewThread {
            defer { ended.leave() }
            let round = try? makeRound()
            // The first rounds compile models.
            for _ in 0..<3 { try? round?() }
            ready.leave()
            start.wait()
            do {
                guard let round else { throw LineamentError(.internal, "The case could not be prepared.") }
                while !isOver.load(ordering: .relaxed) {
                    try round()
                    finished.add(1, ordering: .relaxed)
                }
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
    }
    ready.wait()
    let clock = ContinuousClock()
    let begin = clock.now
    for _ in 0..<count { start.signal() }
    Thread.sleep(forTimeInterval: seconds)
    isOver.store(true, ordering: .relaxed)
    let time = (clock.now - begin) / .seconds(1)
    ended.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return Double(finished.load(ordering: .relaxed)) / time
}

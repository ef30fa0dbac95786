internal import Foundation
internal import Synchronization

/// Returns how many rounds a second `count` threads finish together, each with rounds of its own, in `seconds` seconds.
func roundsPerSecond(
    threads count: Int, seconds: Double, _ makeRound: @escaping @Sendable () throws -> () throws -> Void
) throws -> Double {
    let isOver = Atomic(false)
    let finished = Atomic(0)
    let failures = Atomic(0)
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
            while !isOver.load(ordering: .relaxed) {
                do { try round?() } catch { failures.add(1, ordering: .relaxed) }
                finished.add(1, ordering: .relaxed)
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
    guard failures.load(ordering: .relaxed) == 0 else { throw CocoaError(.featureUnsupported) }
    return Double(finished.load(ordering: .relaxed)) / time
}

// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Locking

/// The calls of this process that are looking for something at this moment, and the cores that each may take.
///
/// A call that is alone may take all cores; as many calls as cores take one each. New calls count at once. Between its
/// calls, a caller reads the next frame, so the mean of the last milliseconds counts as well; what is left of a burst
/// fades as fast.
package final class CoreLoad: Sendable {
    /// The load of this process.
    package static let shared = CoreLoad(cores: Cores.available)

    /// The time in which the mean forgets about two thirds of what was, in nanoseconds.
    private static let memory = 10e6

    /// The most cores that the work of the current thread may take, whatever runs beside it; `nil` for no limit.
    @TaskLocal package static var limit: Int?
    /// Whether the work of the current thread has been counted.
    @TaskLocal private static var isCounted = false

    private struct Counts {
        var running = 0
        /// The weighted mean of `running` up to `time`.
        var mean = 0.0
        var time: UInt64 = 0

        mutating func advance(to now: UInt64) {
            let kept = exp(-Double(now &- min(time, now)) / CoreLoad.memory)
            mean = mean * kept + Double(running) * (1 - kept)
            time = now
        }
    }

    private let cores: Int
    private let now: @Sendable () -> UInt64
    private let counts = Locked(Counts())

    /// Creates a load without calls.
    /// - Parameters:
    ///   - cores: The cores to share.
    ///   - now: Returns the time, in nanoseconds.
    init(cores: Int, now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }) {
        self.cores = cores
        self.now = now
    }

    /// Runs `body`, which counts as a call until it ends; calls within it do not count again.
    package func call<Output>(_ body: () throws -> Output) rethrows -> Output {
        guard !Self.isCounted else { return try body() }
        begin()
        defer { end() }
        return try Self.$isCounted.withValue(true, operation: body)
    }

    /// The cores that a call may take now, at least 1.
    package var share: Int { max(1, min(cores / calls, Self.limit ?? cores)) }

    /// The calls that share the cores now, at least 1.
    var calls: Int {
        let time = now()
        return counts.withLock { counts in
            counts.advance(to: time)
            return max(1, counts.running, Int(counts.mean.rounded()))
        }
    }

    /// Counts another call.
    func begin() { change(by: 1) }

    /// Counts a call no more.
    func end() { change(by: -1) }

    private func change(by difference: Int) {
        let time = now()
        counts.withLock { counts in
            counts.advance(to: time)
            counts.running += difference
        }
    }
}

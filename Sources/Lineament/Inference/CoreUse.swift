// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// How this process uses the cores, for programs that say so.
package struct CoreUse: Sendable, Equatable {
    /// The cores that the process may use.
    package let cores: Int
    /// The calls that share them, at least 1.
    package let calls: Int
    /// The threads with which the inferences of a new model would begin now.
    package let threads: Int
    /// The inferences on the CPU since the process began, by their number of threads.
    package let inferences: [Int: Int]

    /// At this moment.
    package static var current: CoreUse {
        let load = CoreLoad.shared
        return CoreUse(
            cores: Cores.available, calls: load.calls, threads: InferenceWidth.expected(for: load.share),
            inferences: InferenceTally.shared.counts)
    }
}

/// Counts inferences by their number of threads.
final class InferenceTally: Sendable {
    /// The tally of this process.
    static let shared = InferenceTally()

    private let state = Locked<[Int: Int]>([:])

    var counts: [Int: Int] { state.withLock { $0 } }

    /// Counts an inference.
    func count(threads: Int) { state.withLock { $0[threads, default: 0] += 1 } }
}

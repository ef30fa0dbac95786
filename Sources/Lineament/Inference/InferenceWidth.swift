// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Locking

/// How many threads the inferences of a model take: what their call's share of the cores allows, or less if that takes
/// less time.
///
/// A second thread helps as long as it has a core of its own. Beside another process it may come late, and the first one
/// waits for it.
final class InferenceWidth: Sendable {
    private let threading: Threading
    private let load: CoreLoad
    private let now: @Sendable () -> UInt64
    /// The numbers of threads for which models are compiled, in descending order.
    private let widths: [Int]
    /// The trials, by the most threads allowed.
    private let trials = Locked<[Int: SpeedTrials<Int>]>([:])

    /// The best number of threads in this process, by the most threads allowed: other models begin with it.
    private static let lastBest = Locked<[Int: Int]>([:])

    /// Prepares for inferences.
    /// - Parameters:
    ///   - threading: The threads that an inference may take.
    ///   - load: The work that shares the cores.
    ///   - now: Returns the time, in nanoseconds.
    init(
        _ threading: Threading, load: CoreLoad = .shared,
        now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.threading = threading
        self.load = load
        self.now = now
        widths = Self.widths(upTo: threading.threadsPerRun)
    }

    private static func widths(upTo most: Int) -> [Int] {
        Set([1, 2, most]).filter { $0 <= most }.sorted(by: >)
    }

    /// Returns the number of threads with which a new model begins in a call that has a share of the cores.
    static func expected(for share: Int) -> Int {
        let most = widths(upTo: Threading.usual).first { $0 <= share } ?? 1
        return lastBest.withLock { $0[most] } ?? most
    }

    /// A number of threads, chosen for one inference.
    struct Choice {
        /// The number of threads.
        let threads: Int
        /// The most threads that were allowed; `nil` if there was no choice.
        fileprivate let most: Int?
    }

    /// Chooses the number of threads of the next inference.
    func next() -> Choice {
        if threading.isFixed { return Choice(threads: threading.threadsPerRun, most: nil) }
        let share = load.share
        let most = widths.first { $0 <= share } ?? 1
        guard most > 1 else { return Choice(threads: 1, most: nil) }
        let threads = trials.withLock { $0[most, default: trials(most)].next(at: now()) }
        return Choice(threads: threads, most: most)
    }

    /// Runs an inference and remembers the time that it took with the chosen number of threads.
    /// - Parameter inference: Uses a compiled model that no other caller uses: neither the wait for one nor its
    ///   compilation is to be measured.
    /// - Throws: The error of `inference`.
    func measure<Output>(_ choice: Choice, _ inference: () throws -> Output) rethrows -> Output {
        guard let most = choice.most else { return try inference() }
        let start = now()
        let output = try inference()
        add(now() - start, of: choice.threads, most: most)
        return output
    }

    private func trials(_ most: Int) -> SpeedTrials<Int> {
        let best = Self.lastBest.withLock { $0[most] }
        return SpeedTrials(widths.filter { $0 <= most }, expected: best ?? most)
    }

    private func add(_ time: UInt64, of threads: Int, most: Int) {
        let changed: Int? = trials.withLock { trials in
            let before = trials[most]?.best
            trials[most]?.add(Double(time), of: threads, at: now())
            let best = trials[most]?.best
            return best == before ? nil : best
        }
        if let changed { Self.lastBest.withLock { $0[most] = changed } }
    }
}

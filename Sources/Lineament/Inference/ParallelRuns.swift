// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Locking

/// Runs several inferences of one kind, such as the landmarks of all faces of an image: one after another on all
/// threads, or at once on a thread each, whichever takes less time here.
///
/// Which one that is depends on the processor, the model and what ran before, as idle workers of a thread pool spin for
/// a while and slow down what runs beside them. So where there are many rounds, as in a video, both are tried. The
/// results do not depend on it.
final class ParallelRuns: Sendable {
    private let threading: Threading
    private let now: @Sendable () -> UInt64
    private let load: CoreLoad
    /// The trials with each number of inferences.
    private let trials = Locked<[Key: SpeedTrials<InferenceArrangement>]>([:])

    /// The values on which trials depend.
    private struct Key: Hashable, Sendable {
        /// The number of inferences, or the smallest with the same remainder of full rounds.
        let count: Int
        /// The cores of the call.
        let cores: Int

        init(count: Int, cores: Int) {
            self.count =
                count <= Self.manyInferences ? count : Self.manyInferences + (count - Self.manyInferences) % cores
            self.cores = cores
        }

        /// The number of inferences from which all share their trials, in crowds.
        private static let manyInferences = 8
    }

    /// Prepares for runs.
    /// - Parameters:
    ///   - threading: The threads that inferences may use.
    ///   - load: The work that shares the cores.
    ///   - now: Returns the time, in nanoseconds.
    init(
        _ threading: Threading, load: CoreLoad = .shared,
        now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.threading = threading
        self.load = load
        self.now = now
    }

    /// Returns the transformed elements in order.
    /// - Parameters:
    ///   - elements: The elements, such as regions of an image.
    ///   - transform: Runs one inference; its second argument says whether it may use all threads.
    /// - Throws: The error of the first element, in order, whose transform threw; ``LineamentError`` with code
    ///   `deadlineExceeded`.
    func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element, _ usesAllThreads: Bool) throws -> Output
    ) throws -> [Output] {
        let count = elements.count
        let cores = min(load.share, threading.concurrentRuns)
        func run(_ arrangement: InferenceArrangement) throws -> [Output] {
            try Self.map(elements, atOnce: arrangement.countAtOnce(of: count, cores: cores), transform)
        }
        guard count > 1, cores > 1 else { return try run(.inTurn) }
        let key = Key(count: count, cores: cores)
        let start = now()
        let arrangement = trials.withLock { trials in
            trials[key, default: Self.trials(of: count, threading, cores: cores)].next(at: start)
        }
        let results = try run(arrangement)
        let end = now()
        trials.withLock { $0[key]?.add(Double(end - start) / Double(count), of: arrangement, at: end) }
        return results
    }

    private static func trials(
        of count: Int, _ threading: Threading, cores: Int
    ) -> SpeedTrials<InferenceArrangement> {
        let arrangements = InferenceArrangement.all(of: count, threading, cores: cores)
        return SpeedTrials(arrangements, expected: arrangements[0])
    }

    /// Returns the transformed elements in order, of which the first run at once and the others after them.
    private static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], atOnce count: Int,
        _ transform: @Sendable (Element, _ usesAllThreads: Bool) throws -> Output
    ) throws -> [Output] {
        let together = try Concurrent.map(Array(elements.prefix(count))) { try transform($0, false) }
        return try together
            + elements.dropFirst(count).map {
                try Deadline.check()
                return try transform($0, true)
            }
    }
}

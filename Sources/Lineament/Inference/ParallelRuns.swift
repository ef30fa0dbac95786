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
    /// What was tried with each number of inferences.
    private let trials = Locked<[Int: ArrangementTrials]>([:])

    /// Prepares for runs.
    /// - Parameters:
    ///   - threading: The threads that inferences may use.
    ///   - now: Returns the time, in nanoseconds.
    init(_ threading: Threading, now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }) {
        self.threading = threading
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
        func run(_ arrangement: InferenceArrangement) throws -> [Output] {
            try Self.map(
                elements, atOnce: arrangement.countAtOnce(of: count, cores: threading.concurrentRuns), transform)
        }
        guard count > 1, !CoreSharing.isActive else { return try run(.inTurn) }
        let key = ArrangementTrials.key(of: count, cores: threading.concurrentRuns)
        let arrangement = trials.withLock { trials in
            let found = trials[key] ?? ArrangementTrials(InferenceArrangement.all(of: count, threading))
            trials[key] = found
            return found.next
        }
        let start = now()
        let results = try run(arrangement)
        let time = Double(now() - start) / Double(count)
        trials.withLock { $0[key]?.add(time, of: arrangement) }
        return results
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

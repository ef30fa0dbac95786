/// The number of threads of an inference, and the number of inferences that may run at once.
package struct Threading: Sendable, Hashable {
    /// The maximum number of threads of an inference.
    package static let maximum = 64

    /// The number of threads of one inference.
    let threadsPerRun: Int
    /// The maximum number of inferences at once: one per core.
    let concurrentRuns: Int

    /// Checks the requested number of threads.
    /// - Parameter requested: The threads of one inference; 0 for one per core, but at most four, beyond which the
    ///   models gain little.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number is out of range.
    init(requested: Int) throws {
        guard (0...Self.maximum).contains(requested) else {
            throw LineamentError(
                .invalidArgument, "numThreads must be 0 (automatic) to \(Self.maximum), not \(requested).")
        }
        let cores = Cores.available
        threadsPerRun = requested == 0 ? min(4, cores) : requested
        concurrentRuns = max(1, cores)
    }

    /// Returns how many of `count` inferences should run at once, each on one thread; the rest then run one after
    /// another on all threads.
    ///
    /// If one inference keeps all cores busy, inferences run one after another: the models scale nearly linearly, and
    /// idle workers of a thread pool spin so hard that concurrent inferences slow each other down. With more cores,
    /// full rounds run at once, and so does an incomplete last round if it keeps most cores busy.
    func concurrentCount(of count: Int) -> Int {
        if CoreSharing.isActive { return 0 }
        guard threadsPerRun > 1 else { return count }
        guard concurrentRuns > threadsPerRun else { return 0 }
        guard count % concurrentRuns <= threadsPerRun / 2 else { return count }
        return count - count % concurrentRuns
    }
}

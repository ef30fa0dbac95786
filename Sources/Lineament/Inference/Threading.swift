/// How many threads an inference uses, and how many inferences may run at once.
struct Threading: Sendable, Hashable {
    static let maximum = 64

    let threadsPerRun: Int
    let concurrentRuns: Int

    /// - Parameter requested: threads for one inference; 0 for as many as are of use, which is up to four.
    init(requested: Int) throws {
        guard (0...Self.maximum).contains(requested) else {
            throw LineamentError(
                .invalidArgument, "numThreads must be 0 (automatic) to \(Self.maximum), not \(requested).")
        }
        let cores = Cores.available
        threadsPerRun = requested == 0 ? min(4, cores) : requested
        concurrentRuns = max(1, cores)
    }

    /// How many of `count` inferences run at once, each on one thread; the rest follow one by one, on all threads.
    ///
    /// Where one inference keeps all cores busy, they follow one another: the models use several threads nearly as well as
    /// one, and threads that have just done their part of a run wait for the next so busily that they disturb others.
    /// Where there are more cores, full rounds of them run at once, and what is left where it keeps most cores busy.
    func concurrentCount(of count: Int) -> Int {
        guard threadsPerRun > 1 else { return count }
        guard concurrentRuns > threadsPerRun else { return 0 }
        guard count % concurrentRuns <= threadsPerRun / 2 else { return count }
        return count - count % concurrentRuns
    }
}

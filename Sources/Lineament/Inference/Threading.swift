/// The number of threads of an inference, the number of inferences that may run at once, and whether a GPU runs them.
package struct Threading: Sendable, Hashable {
    /// The maximum number of threads of an inference.
    package static let maximum = 64

    /// The number of threads of one inference.
    let threadsPerRun: Int
    /// The maximum number of inferences at once: one per core.
    let concurrentRuns: Int
    /// How a GPU runs them; `nil` if the CPU does.
    let gpu: GPUUse?

    /// Checks the options of a task.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number of threads is out of range.
    init(_ options: BaseOptions) throws {
        let use = GPUUse(isRequired: options.requiresDelegate, allowsHalfPrecision: options.allowsHalfPrecision)
        try self.init(requested: options.numThreads, gpu: options.delegate == .GPU ? use : GPUAccess.programUse)
    }

    /// Checks the requested number of threads.
    /// - Parameters:
    ///   - requested: The threads of one inference; 0 for one per core, but at most four, beyond which the models gain
    ///     little.
    ///   - gpu: How a GPU runs them; `nil` if the CPU does.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number is out of range.
    init(requested: Int, gpu: GPUUse? = GPUAccess.programUse) throws {
        guard (0...Self.maximum).contains(requested) else {
            throw LineamentError(
                .invalidArgument, "numThreads must be 0 (automatic) to \(Self.maximum), not \(requested).")
        }
        let cores = Cores.available
        threadsPerRun = requested == 0 ? min(4, cores) : requested
        concurrentRuns = max(1, cores)
        self.gpu = gpu
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

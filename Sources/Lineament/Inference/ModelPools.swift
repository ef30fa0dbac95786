internal import LiteRT
internal import Locking

/// The compiled models of one model: those that use all threads of an inference, and those with one thread, for several
/// inferences at once.
final class ModelPools: Sendable {
    /// The compiled models that use all threads of an inference.
    let wide: CompiledModelPool
    /// The ones with one thread, created on first use, because most images show only one face.
    private let narrow = Locked<CompiledModelPool?>(nil)

    /// Compiles a model.
    init(_ model: Model, threading: Threading) throws {
        wide = try .shared(model, threads: threading.threadsPerRun, capacity: threading.concurrentRuns)
    }

    /// Passes a compiled model that nobody else uses, and its number of threads, to `body`.
    /// - Parameter usesAllThreads: Whether the inference may use all threads; it never does while others run.
    /// - Throws: ``LineamentError``; what `body` throws.
    func withModel<Result>(
        usesAllThreads: Bool, _ body: (_ compiled: CompiledModel, _ threads: Int) throws -> Result
    ) throws -> Result {
        try mappingRuntimeErrors {
            let pool = usesAllThreads && !CoreSharing.isActive ? wide : try narrowPool()
            return try pool.withModel { try body($0, pool.threads) }
        }
    }

    private func narrowPool() throws -> CompiledModelPool {
        guard wide.threads > 1 else { return wide }
        return try narrow.withLock { narrow in
            if let narrow { return narrow }
            let pool = try CompiledModelPool.shared(wide.model, threads: 1, capacity: wide.capacity)
            narrow = pool
            return pool
        }
    }
}

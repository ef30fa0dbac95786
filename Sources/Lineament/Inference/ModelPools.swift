internal import LiteRT
internal import Locking

/// The compiled models of one model: those that use all threads of an inference, those with one thread, for several
/// inferences at once, and the one on the GPU, if that is used.
final class ModelPools: Sendable {
    /// The compiled models that use all threads of an inference.
    let wide: CompiledModelPool
    /// The ones with one thread, created on first use, because most images show only one face.
    private let narrow = Locked<CompiledModelPool?>(nil)
    /// The model on the GPU; the others take over if that is lost.
    private let gpu: GPUModel?

    /// Compiles a model.
    /// - Parameters:
    ///   - model: The model.
    ///   - gpuModel: The model with the same outputs to run on a GPU, if it is another one.
    ///   - threading: The threads, and whether a GPU is used.
    init(_ model: Model, gpuModel: Model? = nil, threading: Threading) throws {
        wide = try .shared(model, threads: threading.threadsPerRun, capacity: threading.concurrentRuns)
        gpu = try GPUAccess.model(gpuModel ?? model, cpu: wide, use: threading.gpu)
    }

    /// Passes a compiled model that nobody else uses, and its number of threads, to `body`.
    /// - Parameter usesAllThreads: Whether the inference may use all threads; it never does while others run.
    /// - Throws: ``LineamentError``; what `body` throws.
    func withModel<Result>(
        usesAllThreads: Bool, _ body: (_ compiled: CompiledModel, _ threads: Int) throws -> Result
    ) throws -> Result {
        try mappingRuntimeErrors {
            if let result = try gpu?.withModel(body) { return result }
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

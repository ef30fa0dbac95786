internal import LiteRT
internal import Locking

/// The compiled models of one model: one for each number of threads that an inference may take, compiled on first use,
/// and the one on the GPU, if that is used.
final class ModelPools: Sendable {
    /// The compiled models that take all threads of an inference.
    let wide: CompiledModelPool
    /// The ones with fewer threads.
    private let narrower = Locked<[Int: CompiledModelPool]>([:])
    /// The model on the GPU; the others take over if that is lost.
    private let gpu: GPUModel?
    /// The number of threads of each inference.
    private let width: InferenceWidth

    /// Compiles a model.
    /// - Parameters:
    ///   - model: The model.
    ///   - gpuModel: The model with the same outputs to run on a GPU, if it is another one.
    ///   - threading: The threads, and whether a GPU is used.
    init(_ model: Model, gpuModel: Model? = nil, threading: Threading) throws {
        wide = try .shared(model, threads: threading.threadsPerRun, capacity: threading.maxCopies)
        gpu = try GPUAccess.model(gpuModel ?? model, cpu: wide, use: threading.gpu)
        width = InferenceWidth(threading)
    }

    /// Passes a compiled model that nobody else uses, and its number of threads, to `body`.
    /// - Parameter usesAllThreads: Whether the inference may use all threads that its call has; otherwise it uses one.
    /// - Throws: ``LineamentError``; what `body` throws.
    func withModel<Result>(
        usesAllThreads: Bool, _ body: (_ compiled: CompiledModel, _ threads: Int) throws -> Result
    ) throws -> Result {
        try mappingRuntimeErrors {
            if let result = try gpu?.withModel(body) { return result }
            guard usesAllThreads else { return try pool(1).withModel { try body($0, 1) } }
            let choice = width.next()
            return try pool(choice.threads).withModel { compiled in
                try width.measure(choice) { try body(compiled, choice.threads) }
            }
        }
    }

    private func pool(_ threads: Int) throws -> CompiledModelPool {
        guard threads < wide.threads else { return wide }
        return try narrower.withLock { pools in
            if let known = pools[threads] { return known }
            let pool = try CompiledModelPool.shared(wide.model, threads: threads, capacity: wide.capacity)
            pools[threads] = pool
            return pool
        }
    }
}

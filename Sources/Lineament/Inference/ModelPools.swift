// SPDX-License-Identifier: Apache-2.0
internal import LiteRT
internal import Locking

/// The compiled models of one model: one for each number of threads that an inference may take, compiled on first use,
/// and the one on the GPU, if that is used.
final class ModelPools: Sendable {
    /// The compiled models that take all threads of an inference.
    let wide: any ModelPool
    /// The ones with fewer threads.
    private let narrower = Locked<[Int: any ModelPool]>([:])
    /// The model on the GPU; the others take over if that is lost.
    private let gpu: GPUModel?
    /// The most copies on the CPU with a number of threads.
    private let capacity: Int
    /// The number of threads of each inference.
    private let width: InferenceWidth

    /// Compiles a model.
    /// - Parameters:
    ///   - model: The model.
    ///   - gpuModel: The model with the same outputs to run on a GPU, if it is another one.
    ///   - threading: The threads, and whether a GPU is used.
    init(_ model: Model, gpuModel: Model? = nil, threading: Threading) throws {
        wide = try CPUEngine().sharedPool(
            of: model, threads: threading.threadsPerRun, capacity: threading.maxCopies)
        gpu = try GPUAccess.model(gpuModel ?? model, cpu: wide, use: threading.gpu)
        width = InferenceWidth(threading)
        capacity = threading.maxCopies
    }

    /// Passes a compiled model that no other caller uses, and its number of threads, to `body`.
    /// - Parameter usesAllThreads: Whether the inference may use all threads that its call has; otherwise it uses one.
    /// - Throws: ``LineamentError``, with code `deadlineExceeded` if the ``Deadline`` passes while other callers use the model;
    ///   what `body` throws.
    func withModel<Result>(
        usesAllThreads: Bool, _ body: (_ compiled: any CompiledModel, _ threads: Int) throws -> Result
    ) throws -> Result {
        let limit = Deadline.waitLimit
        return try mappingRuntimeErrors {
            if let result = try gpu?.withModel(waiting: limit, body) { return result }
            guard usesAllThreads else {
                InferenceTally.shared.count(threads: 1)
                return try pool(1).withModel(waiting: limit) { try body($0, 1) }
            }
            let choice = width.next()
            InferenceTally.shared.count(threads: choice.threads)
            return try pool(choice.threads).withModel(waiting: limit) { compiled in
                try width.measure(choice) { try body(compiled, choice.threads) }
            }
        }
    }

    private func pool(_ threads: Int) throws -> any ModelPool {
        guard threads < wide.threads else { return wide }
        return try narrower.withLock { pools in
            if let known = pools[threads] { return known }
            let pool = try CPUEngine().sharedPool(of: wide.model, threads: threads, capacity: capacity)
            pools[threads] = pool
            return pool
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// The models that run on a GPU in this process, each after a ``GPUProbe``.
package enum GPUModels {
    /// The result of probing a model.
    package struct Finding: Sendable {
        /// The name of the model.
        package let model: String
        /// The name of the engine.
        package let engine: String
        /// The floats that the GPU computes in.
        package let precision: GPUPrecision
        /// The comparison with the CPU.
        package let probe: GPUProbe
    }

    /// A model, and the engine that computes it.
    private struct Use<Model: Hashable & Sendable>: Hashable, Sendable {
        let model: Model
        let engine: EngineIdentity
    }

    private static let verdicts = Locked<[Use<ModelIdentity>: Result<GPUProbe, LiteRTError>]>([:])
    private static let found = Locked<[Use<String>: Finding]>([:])

    private static let inUse = Locked<[Use<String>: WeakPool]>([:])

    private struct WeakPool: Sendable {
        weak var pool: (any ModelPool)?
    }

    /// The pools of the models that tasks of this process use at this time, by their names.
    static var pools: [any ModelPool] {
        inUse.withLock { $0.values.compactMap(\.pool) }.sorted { $0.model.name < $1.model.name }
    }

    /// The results of the probes of this process.
    package static var findings: [Finding] { found.withLock { Array($0.values) } }

    /// Returns the pool of the model that is compiled for a GPU, which all tasks share. It is probed once in a process.
    /// - Parameters:
    ///   - model: The model.
    ///   - engine: The engine that runs it.
    ///   - precision: The floats that the GPU computes in.
    ///   - cpu: The same model, or one with the same outputs, on the CPU.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if the model does not run there correctly.
    package static func pool(
        _ model: Model, engine: any Engine, precision: GPUPrecision, cpu: any ModelPool
    ) throws -> any ModelPool {
        let use = model.identity.map { Use(model: $0, engine: engine.identity) }
        let verdict = use.flatMap { use in verdicts.withLock { $0[use] } }
        if case .failure(let error) = verdict { throw error }
        do {
            let pool = try engine.sharedPool(of: model, threads: cpu.threads, capacity: 1)
            if verdict == nil {
                remember(.success(try probe(pool, by: engine, against: cpu, precision: precision)), of: use)
            }
            inUse.withLock { $0[Use(model: model.name, engine: engine.identity)] = WeakPool(pool: pool) }
            return pool
        } catch let error as LiteRTError where error.code != .modelUnusable {
            // Any other call that fails is one of those that only a GPU needs.
            let error = error.code == .gpuUnusable ? error : .gpu(error.message)
            if !error.isTemporary { remember(.failure(error), of: use) }
            throw error
        }
    }

    private static func probe(
        _ pool: any ModelPool, by engine: any Engine, against cpu: any ModelPool, precision: GPUPrecision
    ) throws -> GPUProbe {
        let probe = try GPUProbe.run(pool, against: cpu)
        let name = pool.model.name
        found.withLock {
            $0[Use(model: name, engine: engine.identity)] = Finding(
                model: name, engine: engine.name, precision: precision, probe: probe)
        }
        guard probe.passes(precision) else {
            throw LiteRTError.gpu(
                "it computes \(name) wrongly: an output differs from the processor's by \(probe.difference), "
                    + "its largest value being \(probe.largest); the bound is \(GPUProbe.bound(of: precision)) of that")
        }
        return probe
    }

    private static func remember(_ verdict: Result<GPUProbe, LiteRTError>, of use: Use<ModelIdentity>?) {
        guard let use else { return }
        verdicts.withLock { $0[use] = verdict }
    }
}

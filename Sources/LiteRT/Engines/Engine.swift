// SPDX-License-Identifier: Apache-2.0

/// An engine that runs models on one device: LiteRT on the CPU, its accelerator on a GPU, or ONNX Runtime.
///
/// Nothing above the pools knows which one runs a model.
package protocol Engine: Sendable {
    /// The name that users read, such as "LiteRT".
    var name: String { get }
    /// The identity that tells pools of the process apart: engines with equal identities compile alike.
    var identity: EngineIdentity { get }

    /// Compiles a model, and returns what lends it.
    /// - Parameters:
    ///   - model: The model.
    ///   - threads: The number of threads of one inference, as far as the CPU takes part.
    ///   - capacity: The most compiled copies, where inferences that run at once need one each.
    /// - Throws: ``LiteRTError`` if the model cannot be compiled.
    func pool(of model: Model, threads: Int, capacity: Int) throws -> any ModelPool
}

/// An engine, and how it computes.
package enum EngineIdentity: Hashable, Sendable {
    /// LiteRT on the CPU.
    case liteRT
    /// LiteRT's accelerator.
    case accelerator(GPUPrecision)
    /// ONNX Runtime.
    case onnxRuntime(ONNXRuntime.Provider)
}

/// A compiled model, with its input and output tensors, as a ``ModelPool`` lends it to one caller.
package protocol CompiledModel: AnyObject, Sendable {
    /// The model that was compiled.
    var model: Model { get }
    /// The input tensors, to be filled before ``run()``.
    var inputs: [Tensor] { get }
    /// The output tensors, valid from the end of ``run()`` until its next call.
    var outputs: [Tensor] { get }
    /// How many of its operations a GPU runs.
    var delegation: GPUDelegation { get }

    /// Runs one inference, from ``inputs`` to ``outputs``.
    /// - Throws: ``LiteRTError`` if the engine reports a failure; the error of the caller's ``WaitLimit``.
    func run() throws
}

/// Lends a compiled model to concurrent callers.
package protocol ModelPool: AnyObject, Sendable {
    /// The model that is compiled.
    var model: Model { get }
    /// The number of threads that a borrower may use.
    var threads: Int { get }

    /// Calls `body` with a compiled model whose tensors no one else uses during the call.
    /// - Parameters:
    ///   - limit: How long to wait for other callers.
    ///   - body: Uses the model.
    /// - Throws: The error of `body` or of the limit; ``LiteRTError`` if there is no model to lend.
    func withModel<Result>(waiting limit: WaitLimit, _ body: (any CompiledModel) throws -> Result) throws -> Result
}

extension ModelPool {
    /// Calls `body` with a compiled model whose tensors no one else uses during the call, however long it takes to get one.
    package func withModel<Result>(_ body: (any CompiledModel) throws -> Result) throws -> Result {
        try withModel(waiting: .none, body)
    }
}

extension Engine {
    /// Returns the process's pool for a model from a file, which all tasks share, or creates a pool.
    package func sharedPool(of model: Model, threads: Int, capacity: Int) throws -> any ModelPool {
        guard let file = model.identity else {
            return try pool(of: model, threads: threads, capacity: capacity)
        }
        let key = SharedPools.Key(model: file, threads: threads, capacity: capacity, engine: identity)
        return try SharedPools.pool(for: key) { try pool(of: model, threads: threads, capacity: capacity) }
    }
}

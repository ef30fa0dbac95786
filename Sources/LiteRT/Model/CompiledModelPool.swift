internal import Dispatch
internal import Locking

/// Lends compiled copies of a model to concurrent callers, each to one at a time.
///
/// Copies are compiled on demand, up to ``capacity``; beyond that, callers wait for one to be returned. From the second
/// copy on, they share their packed weights.
package final class CompiledModelPool: Sendable {
    /// The model that is compiled.
    package let model: Model
    /// The number of threads of each compiled model.
    package let threads: Int
    /// The maximum number of compiled models.
    package let capacity: Int

    private let idle: Locked<[CompiledModel]>
    private let places: DispatchSemaphore
    let growth = Locked(Growth.ready)

    /// How the next copy obtains its weights.
    enum Growth {
        /// No copy beyond the first has been compiled.
        case ready
        /// Copies share these weights.
        case sharing(SharedWeights)
        /// Weights cannot be shared, so each copy has its own.
        case apart
    }

    /// Returns the process's pool for a model from a file, which all tasks share, or creates a pool.
    package static func shared(_ model: Model, threads: Int, capacity: Int) throws -> CompiledModelPool {
        guard let identity = model.identity else {
            return try CompiledModelPool(model, threads: threads, capacity: capacity)
        }
        return try SharedPools.pool(for: .init(model: identity, threads: threads, capacity: capacity)) {
            try CompiledModelPool(model, threads: threads, capacity: capacity)
        }
    }

    /// Returns the process's pool for a model from a file that runs on a GPU, or creates a pool.
    package static func shared(
        _ model: Model, threads: Int, gpu: GPU, precision: GPUPrecision
    ) throws -> CompiledModelPool {
        guard let identity = model.identity else {
            return try CompiledModelPool(model, threads: threads, gpu: gpu, precision: precision)
        }
        return try SharedPools.pool(for: .init(model: identity, threads: threads, capacity: 1, gpu: precision)) {
            try CompiledModelPool(model, threads: threads, gpu: gpu, precision: precision)
        }
    }

    /// Creates a pool and compiles its first model, so that an unusable model is reported at once.
    package init(_ model: Model, threads: Int, capacity: Int) throws {
        self.model = model
        self.threads = threads
        self.capacity = max(1, capacity)
        idle = Locked([try CompiledModel(model, threads: threads)])
        places = DispatchSemaphore(value: self.capacity)
    }

    /// Creates a pool of a single copy, which is compiled for a GPU.
    private init(_ model: Model, threads: Int, gpu: GPU, precision: GPUPrecision) throws {
        self.model = model
        self.threads = threads
        capacity = 1
        idle = Locked([try CompiledModel(model, threads: threads, gpu: gpu, precision: precision)])
        places = DispatchSemaphore(value: 1)
    }

    /// Calls `body` with a compiled model that no one else uses during the call.
    package func withModel<Result>(_ body: (CompiledModel) throws -> Result) throws -> Result {
        places.wait()
        defer { places.signal() }
        let compiled = try idle.withLock { $0.popLast() } ?? another()
        defer { idle.withLock { $0.append(compiled) } }
        return try body(compiled)
    }

    /// Compiles another copy. Only one is compiled at a time, because the first copy to share weights writes them.
    private func another() throws -> CompiledModel {
        try growth.withLock { growth in
            if case .ready = growth { growth = SharedWeights().map(Growth.sharing) ?? .apart }
            if case .sharing(let weights) = growth {
                if let compiled = try? CompiledModel(model, threads: threads, weights: weights) { return compiled }
                growth = .apart
            }
            return try CompiledModel(model, threads: threads)
        }
    }
}

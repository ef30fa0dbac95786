internal import Dispatch
internal import Locking

/// Lends compiled copies of a model to concurrent callers, each to one at a time.
///
/// Copies are compiled on demand, up to ``capacity``; beyond that, callers wait for one to be returned. From the second
/// copy on, they share their packed weights. Copies that nobody has needed for some seconds are given up, but for one.
package final class CompiledModelPool: Sendable {
    /// The model that is compiled.
    package let model: Model
    /// The number of threads of each compiled model.
    package let threads: Int
    /// The maximum number of compiled models.
    package let capacity: Int

    private let copies: Locked<IdleCopies<CompiledModel>>
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
        copies = Locked(IdleCopies(try CompiledModel(model, threads: threads)))
        places = DispatchSemaphore(value: self.capacity)
    }

    /// Creates a pool of a single copy, which is compiled for a GPU.
    private init(_ model: Model, threads: Int, gpu: GPU, precision: GPUPrecision) throws {
        self.model = model
        self.threads = threads
        capacity = 1
        copies = Locked(IdleCopies(try CompiledModel(model, threads: threads, gpu: gpu, precision: precision)))
        places = DispatchSemaphore(value: 1)
    }

    /// Calls `body` with a compiled model that no one else uses during the call.
    package func withModel<Result>(_ body: (CompiledModel) throws -> Result) throws -> Result {
        places.wait()
        defer { places.signal() }
        let compiled = try copies.withLock { $0.take() } ?? another()
        defer { giveBack(compiled) }
        return try body(compiled)
    }

    private func giveBack(_ compiled: CompiledModel) {
        let isToBeChecked = copies.withLock { $0.put(compiled, at: .now()) }
        if isToBeChecked { checkLater() }
    }

    /// Gives up the copies that nobody needs any more, now and then until only one is left; none in a forked process, which
    /// has no thread for it.
    private func checkLater() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + IdleCopies<CompiledModel>.patience) {
            [weak self] in
            guard let self else { return }
            // The copies are destroyed after the lock has been released.
            let unused = copies.withLock { $0.removeUnused(at: .now()) }
            if unused.isToBeChecked { checkLater() }
        }
    }

    /// Compiles another copy, which counts from now on.
    private func another() throws -> CompiledModel {
        let compiled = try compiledCopy()
        copies.withLock { $0.countAnother() }
        return compiled
    }

    /// Compiles a copy. The first one that shares weights writes them; only then are others compiled at once.
    private func compiledCopy() throws -> CompiledModel {
        let (growth, first) = growth.withLock { growth in
            guard case .ready = growth else { return (growth, nil as CompiledModel?) }
            let weights = SharedWeights()
            let first = weights.flatMap { try? CompiledModel(model, threads: threads, weights: $0) }
            growth = first == nil ? .apart : weights.map(Growth.sharing) ?? .apart
            return (growth, first)
        }
        if let first { return first }
        if case .sharing(let weights) = growth,
            let compiled = try? CompiledModel(model, threads: threads, weights: weights)
        {
            return compiled
        }
        return try CompiledModel(model, threads: threads)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Locking

/// Lends compiled copies of a model to concurrent callers, each to one at a time.
///
/// Copies are compiled on demand, up to ``capacity``; beyond that, callers wait for one to be returned. From the second
/// copy on, they share their packed weights. Copies that were not needed for some seconds are given up, but for one.
package final class CompiledModelPool: ModelPool {
    package let model: Model
    /// The engine that compiles it.
    private let engine: any CopyingEngine
    /// The number of threads of each compiled model.
    package let threads: Int
    /// The maximum number of compiled models.
    package let capacity: Int

    private let copies: Locked<IdleCopies<any CompiledModel>>
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

    /// Creates a pool and compiles its first model, so that an unusable model is reported at once.
    init(_ model: Model, engine: any CopyingEngine, threads: Int, capacity: Int) throws {
        self.model = model
        self.engine = engine
        self.threads = threads
        self.capacity = max(1, capacity)
        copies = Locked(IdleCopies(try engine.compile(model, threads: threads, weights: nil)))
        places = DispatchSemaphore(value: self.capacity)
    }

    /// Creates a pool on the CPU.
    package convenience init(_ model: Model, threads: Int, capacity: Int) throws {
        try self.init(model, engine: CPUEngine(), threads: threads, capacity: capacity)
    }

    package func withModel<Result>(
        waiting limit: WaitLimit, _ body: (any CompiledModel) throws -> Result
    ) throws -> Result {
        try limit.wait(for: places)
        defer { places.signal() }
        let compiled = try copies.withLock { $0.take() } ?? another()
        defer { giveBack(compiled) }
        return try body(compiled)
    }

    private func giveBack(_ compiled: any CompiledModel) {
        let isToBeChecked = copies.withLock { $0.put(compiled, at: .now()) }
        if isToBeChecked { checkLater() }
    }

    /// Gives up the copies that are no longer needed, now and then until only one is left; none in a forked process,
    /// which has no thread for it.
    private func checkLater() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + IdleCopies<any CompiledModel>.patience) {
            [weak self] in
            guard let self else { return }
            // The copies are destroyed after the lock has been released.
            let unused = copies.withLock { $0.removeUnused(at: .now()) }
            if unused.isToBeChecked { checkLater() }
        }
    }

    /// Compiles another copy, which counts from now on.
    private func another() throws -> any CompiledModel {
        let compiled = try compiledCopy()
        copies.withLock { $0.countAnother() }
        return compiled
    }

    /// Compiles a copy. The first one that shares weights writes them; only then are others compiled at once.
    private func compiledCopy() throws -> any CompiledModel {
        let (growth, first) = growth.withLock { growth in
            guard case .ready = growth else { return (growth, nil as (any CompiledModel)?) }
            let weights = SharedWeights()
            let first = weights.flatMap { try? engine.compile(model, threads: threads, weights: $0) }
            growth = first == nil ? .apart : weights.map(Growth.sharing) ?? .apart
            return (growth, first)
        }
        if let first { return first }
        if case .sharing(let weights) = growth,
            let compiled = try? engine.compile(model, threads: threads, weights: weights)
        {
            return compiled
        }
        return try engine.compile(model, threads: threads, weights: nil)
    }
}

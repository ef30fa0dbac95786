internal import Dispatch

/// Hands out compiled models of one model to concurrent callers, one caller each.
///
/// Models are compiled when first needed, up to ``capacity``; after that callers wait for one to come back. From the
/// second on they share their weights.
package final class CompiledModelPool: Sendable {
    package let model: Model
    /// Threads that each compiled model uses.
    package let threads: Int
    /// The largest number of compiled models.
    package let capacity: Int

    private let idle: Locked<[CompiledModel]>
    private let places: DispatchSemaphore
    private let growth = Locked(Growth.ready)

    /// What the next copy is compiled with.
    private enum Growth {
        case ready
        case sharing(SharedWeights)
        case apart
    }

    /// Makes a pool and compiles its first model, so that an unusable model is known at once.
    package init(_ model: Model, threads: Int, capacity: Int) throws {
        self.model = model
        self.threads = threads
        self.capacity = max(1, capacity)
        idle = Locked([try CompiledModel(model, threads: threads)])
        places = DispatchSemaphore(value: self.capacity)
    }

    /// Calls `body` with a compiled model that nobody else uses meanwhile.
    package func withModel<Result>(_ body: (CompiledModel) throws -> Result) throws -> Result {
        places.wait()
        defer { places.signal() }
        let compiled = try idle.withLock { $0.popLast() } ?? another()
        defer { idle.withLock { $0.append(compiled) } }
        return try body(compiled)
    }

    /// One more compiled model; one is made at a time, as the first to share writes the weights.
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

    /// How much of the weights lies where all copies but the first find it.
    var sharedByteCount: Int {
        growth.withLock { if case .sharing(let weights) = $0 { weights.byteCount } else { 0 } }
    }
}

internal import LiteRT

/// The pool of models of one thread, made when it is first needed: most pictures have one face.
final class NarrowPool: Sendable {
    private let wide: CompiledModelPool
    private let made = Guarded<CompiledModelPool?>(nil)

    init(wide: CompiledModelPool) { self.wide = wide }

    func pool() throws -> CompiledModelPool {
        guard wide.threads > 1 else { return wide }
        return try made.withLock { made in
            if let made { return made }
            let pool = try CompiledModelPool(wide.model, threads: 1, capacity: wide.capacity)
            made = pool
            return pool
        }
    }
}

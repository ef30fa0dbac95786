// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

/// The pools of the process, each of which all tasks with the same model share, so that memory grows with the models in
/// use and not with the tasks.
enum SharedPools {
    /// The properties on which a pool depends.
    struct Key: Hashable, Sendable {
        let model: ModelIdentity
        let threads: Int
        let capacity: Int
        let engine: EngineIdentity
        /// A forked process has none of the threads of its parent's compiled models.
        let process = getpid()
    }

    /// A pool that lives as long as a task uses it.
    private final class Slot: Sendable {
        private let pool = Locked(Weak())

        private struct Weak: Sendable {
            weak var pool: (any ModelPool)?
        }

        func value(_ make: () throws -> any ModelPool) throws -> any ModelPool {
            try pool.withLock { weak in
                if let pool = weak.pool { return pool }
                let made = try make()
                weak.pool = made
                return made
            }
        }
    }

    /// Slots stay: there are as many as files, sizes and numbers of threads.
    private static let slots = Locked<[Key: Slot]>([:])

    /// Returns the pool for a key; the first caller makes it, while others with the same key wait.
    static func pool(for key: Key, make: () throws -> any ModelPool) throws -> any ModelPool {
        let slot = slots.withLock { slots in
            if let known = slots[key] { return known }
            let slot = Slot()
            slots[key] = slot
            return slot
        }
        return try slot.value(make)
    }
}

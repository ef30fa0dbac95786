// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import Synchronization

/// Loaded models, keyed by the settings that they were loaded with. Those of default options stay; of the others, the
/// least recently used are evicted.
final class ModelCache: Sendable {
    /// The action and values that a loaded model depends on.
    struct Key: Hashable, Sendable {
        let action: ServiceAction
        /// The values of the task's options, in the order of its table.
        let values: [OptionValue]
        /// Whether the models are kept, because the options are the defaults.
        let isDefault: Bool
    }

    /// The number of entries that are kept besides those of default options.
    private static let capacity = 8

    /// Models that the first caller loads while the others wait.
    private final class Slot: Sendable {
        private let value = Mutex<(any Sendable)?>(nil)

        func value<Value: Sendable>(_ load: () throws -> Value) throws -> Value {
            try value.withLock { value in
                if let loaded = value as? Value { return loaded }
                let loaded = try load()
                value = loaded
                return loaded
            }
        }
    }

    private let slots = Mutex<[(key: Key, slot: Slot)]>([])
    private let gpu: GPUUse?

    /// Creates an empty cache.
    /// - Parameter gpu: How a GPU runs the models; `nil` if the CPU does.
    init(gpu: GPUUse? = nil) { self.gpu = gpu }

    /// The options of models that are loaded.
    var baseOptions: BaseOptions {
        let options = BaseOptions()
        options.gpu = gpu
        return options
    }

    /// Returns the models for a key, loading them if needed. Blocks meanwhile.
    func value<Value: Sendable>(for key: Key, load: () throws -> Value) throws -> Value {
        let slot = slots.withLock { slots in
            let known = slots.firstIndex { $0.key == key }.map { slots.remove(at: $0) }
            let entry = known ?? (key, Slot())
            slots.append(entry)
            let evictable = slots.indices.filter { !slots[$0].key.isDefault }
            if evictable.count > Self.capacity, let oldest = evictable.first { slots.remove(at: oldest) }
            return entry.slot
        }
        return try slot.value(load)
    }
}

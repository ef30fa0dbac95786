internal import Synchronization

/// Loaded tasks, keyed by their settings; the least recently used are evicted.
final class TaskCache: Sendable {
    private static let capacity = 12

    /// A task that the first caller loads while the others wait.
    private final class Slot: Sendable {
        private let task = Mutex<PreparedTask?>(nil)

        func task(_ load: () throws -> PreparedTask) throws -> PreparedTask {
            try task.withLock { task in
                if let task { return task }
                let loaded = try load()
                task = loaded
                return loaded
            }
        }
    }

    private struct Entry: Sendable {
        var settings: TaskSettings
        var slot: Slot
    }

    private let entries = Mutex<[Entry]>([])

    /// Returns the task for some settings, loading it if needed. Blocks meanwhile.
    func task(for settings: TaskSettings) throws -> PreparedTask {
        let slot = entries.withLock { entries in
            let known = entries.firstIndex { $0.settings == settings }.map { entries.remove(at: $0) }
            let entry = known ?? Entry(settings: settings, slot: Slot())
            entries.append(entry)
            if entries.count > Self.capacity { entries.removeFirst() }
            return entry.slot
        }
        return try slot.task(settings.prepare)
    }
}

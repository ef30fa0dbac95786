internal import Foundation
internal import Synchronization

/// The tasks that are loaded, by their settings. The least recently used ones are released.
final class TaskCache: Sendable {
    private static let capacity = 12

    private struct Entry: Sendable {
        var settings: TaskSettings
        var task: PreparedTask
    }

    private let entries = Mutex<[Entry]>([])

    /// Returns the task for some settings, loading it if needed. Blocks meanwhile.
    func task(for settings: TaskSettings) throws -> PreparedTask {
        if let known = take(settings) { return known }
        let task = try settings.prepare()
        entries.withLock { entries in
            entries.append(Entry(settings: settings, task: task))
            if entries.count > Self.capacity { entries.removeFirst() }
        }
        return task
    }

    private func take(_ settings: TaskSettings) -> PreparedTask? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.settings == settings }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.task
        }
    }
}

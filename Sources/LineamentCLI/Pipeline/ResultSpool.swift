// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A buffer for lines that wait for their turn, in memory and beyond that in an unlinked temporary file.
final class ResultSpool {
    private static let maxInMemory = 1 << 20
    private var memory = Data()
    private var file: FileHandle?

    /// Appends text, or returns false and keeps the earlier text if there is no room for it.
    func append(_ text: String) -> Bool {
        memory.append(contentsOf: text.utf8)
        guard memory.count > Self.maxInMemory else { return true }
        guard let file = file ?? Self.temporaryFile(), let end = try? file.seekToEnd() else {
            memory.removeLast(text.utf8.count)
            return false
        }
        self.file = file
        do {
            try file.write(contentsOf: memory)
            memory.removeAll(keepingCapacity: true)
            return true
        } catch {
            try? file.truncate(atOffset: end)
            memory.removeLast(text.utf8.count)
            return false
        }
    }

    func drain(to results: ResultFile) throws {
        if let file {
            try file.seek(toOffset: 0)
            while let part = try file.read(upToCount: Self.maxInMemory), !part.isEmpty { try results.write(part) }
        }
        try results.write(memory)
    }

    /// Opens a file without a name. A process that another thread starts meanwhile does not inherit it.
    private static func temporaryFile() -> FileHandle? {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)").path
        let descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(place)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

internal import Foundation

/// Lines that wait for their turn: some in memory, more in a file that has no name.
final class ResultSpool {
    private static let mostInMemory = 1 << 20
    private var memory = Data()
    private var file: FileHandle?

    /// - Returns: false if there is no room for the text; what was taken before stays.
    func append(_ text: String) -> Bool {
        memory.append(contentsOf: text.utf8)
        guard memory.count > Self.mostInMemory else { return true }
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
            while let part = try file.read(upToCount: Self.mostInMemory), !part.isEmpty { try results.write(part) }
        }
        try results.write(memory)
    }

    private static func temporaryFile() -> FileHandle? {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-XXXXXX").path
        return place.withCString { template in
            let path = UnsafeMutablePointer(mutating: strdup(template))
            defer { free(path) }
            guard let path else { return nil }
            let descriptor = mkstemp(path)
            guard descriptor >= 0 else { return nil }
            unlink(path)
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }
    }
}

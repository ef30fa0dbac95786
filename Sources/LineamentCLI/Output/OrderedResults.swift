internal import Foundation

/// Results of inputs that are worked on at once, in the order of the inputs.
///
/// The first input that is not finished writes straight to the file; those after it write to a spool of their own
/// until their turn comes, and wait for it where a spool has no more room.
final class OrderedResults: @unchecked Sendable {
    private let file: ResultFile
    private let turn = NSCondition()
    // What follows is used under the lock of `turn` only.
    private var current = 0
    private var finished: Set<Int> = []
    private var spools: [Int: ResultSpool] = [:]
    private var failure: (any Error)?

    init(_ file: ResultFile) { self.file = file }

    /// Writes lines of the input at `index`.
    /// - Throws: what writing to the file threw, for this input or for another.
    func write(_ text: String, of index: Int) throws {
        turn.lock()
        defer { turn.unlock() }
        if index != current, failure == nil {
            let spool = spools[index] ?? ResultSpool()
            spools[index] = spool
            if spool.append(text) { return }
        }
        while index != current, failure == nil { turn.wait() }
        try writing { try file.write(text) }
    }

    /// Says that the input at `index` has no more lines.
    func finish(_ index: Int) throws {
        turn.lock()
        defer { turn.unlock() }
        finished.insert(index)
        while finished.remove(current) != nil {
            current += 1
            if let spool = spools.removeValue(forKey: current) { try writing { try spool.drain(to: file) } }
        }
        turn.broadcast()
    }

    /// Gives up: nobody waits for a turn that does not come.
    func stop(_ error: any Error) {
        turn.lock()
        defer { turn.unlock() }
        failure = failure ?? error
        turn.broadcast()
    }

    private func writing(_ body: () throws -> Void) throws {
        if let failure { throw failure }
        do {
            try body()
        } catch {
            failure = error
            turn.broadcast()
            throw error
        }
    }
}

/// Lines that wait for their turn: some in memory, more in a file that has no name.
private final class ResultSpool {
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

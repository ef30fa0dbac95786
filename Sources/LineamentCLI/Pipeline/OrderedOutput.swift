internal import Foundation

/// Results of inputs that are worked on at once, in the order of the inputs.
///
/// The first input that is not finished writes straight to the file; those after it write to a spool of their own
/// until their turn comes, and wait for it where a spool has no more room.
final class OrderedOutput: @unchecked Sendable {
    private let file: ResultFile
    private let report: @Sendable (String) -> Void
    private let turn = NSCondition()
    // What follows is used under the lock of `turn` only.
    private var current = 0
    private var finished: Set<Int> = []
    private var spools: [Int: ResultSpool] = [:]
    private var messages: [Int: String] = [:]
    private var failure: (any Error)?

    /// - Parameter report: shows messages about inputs, in their order.
    init(_ file: ResultFile, report: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.report = report
    }

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
    /// - Parameter message: shown when it is the input's turn.
    func finish(_ index: Int, message: String? = nil) throws {
        turn.lock()
        defer { turn.unlock() }
        messages[index] = message
        finished.insert(index)
        while finished.remove(current) != nil {
            if let message = messages.removeValue(forKey: current) { report(message) }
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

    /// - Throws: the error that ended all writing, if there is one.
    func check() throws {
        turn.lock()
        defer { turn.unlock() }
        if let failure { throw failure }
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

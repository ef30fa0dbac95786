// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The results of concurrently processed inputs, in the order of the inputs.
///
/// The first unfinished input writes directly to the file. Later inputs write to their own spools until their turn
/// comes, and block when a spool is full.
final class OrderedOutput: @unchecked Sendable {
    // @unchecked Sendable: all mutable state is protected by `turn`.

    private let file: ResultFile
    private let report: @Sendable (String) -> Void
    private let turn = NSCondition()
    // Protected by `turn`.
    private var current = 0
    private var finished: Set<Int> = []
    private var spools: [Int: ResultSpool] = [:]
    private var messages: [Int: String] = [:]
    private var failure: (any Error)?

    /// Creates an output.
    /// - Parameter report: prints a message; called from any thread.
    init(_ file: ResultFile, report: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.report = report
    }

    /// Writes lines of the input at `index`.
    /// - Throws: the error of writing to the file, for this input or another.
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

    /// Prints a message immediately, without waiting for the input's turn.
    func reportAtOnce(_ message: String) { report(message) }

    /// Marks the input at `index` as finished.
    /// - Parameter message: the message to print in the input's turn.
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

    /// Stops all writing with an error and wakes everyone who waits for a turn.
    func stop(_ error: any Error) {
        turn.lock()
        defer { turn.unlock() }
        failure = failure ?? error
        turn.broadcast()
    }

    /// Throws the error that stopped all writing, if any.
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

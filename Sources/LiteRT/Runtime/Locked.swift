internal import Foundation

/// A value behind a lock, as `Mutex` is. The thread sanitizer understands this lock, not `Mutex`'s.
package final class Locked<Value>: @unchecked Sendable {
    // Sound: the value is only touched under the lock.

    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Calls `body` with the value; other callers wait meanwhile.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

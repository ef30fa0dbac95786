// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A value protected by a lock, like `Mutex`; unlike it, the lock is one that the thread sanitizer understands.
package final class Locked<Value>: @unchecked Sendable {
    // Sound: the value is only touched under the lock.

    private let lock = NSLock()
    private var value: Value

    /// Wraps a value.
    package init(_ value: sending Value) { self.value = value }

    /// Calls `body` with the value while holding the lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A gate that threads wait at until it is opened, for tests in which something must be slow.
public final class Gate: Sendable {
    private let condition = NSCondition()
    private nonisolated(unsafe) var isOpen = false  // only touched under the condition's lock

    /// Creates a closed gate.
    public init() {}

    /// Waits until the gate is open.
    public func pass() {
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }

    /// Opens the gate for good.
    public func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }
}

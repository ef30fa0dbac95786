// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The memory that images which wait may take together.
package final class MemoryBudget: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    /// Creates a budget.
    /// - Parameter limit: The number of bytes that may be used at a time.
    package init(limit: Int) { self.limit = limit }

    /// Takes `count` bytes, and returns whether they were left.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard count <= limit - used else { return false }
            used += count
            return true
        }
    }

    func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}

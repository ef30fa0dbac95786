// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// The disk space that scratch files take together.
package final class ScratchSpace: Sendable {
    private let used = Locked(0)
    private let willTake: @Sendable (_ bytes: Int) throws -> Void

    /// Creates disk space of which nothing is used.
    /// - Parameter willTake: Called before bytes are written, with the number that all files have then. What it throws ends
    ///   the work.
    package init(willTake: @escaping @Sendable (_ bytes: Int) throws -> Void) { self.willTake = willTake }

    func take(_ count: Int) throws {
        try used.withLock { used in
            try willTake(used + count)
            used += count
        }
    }

    func giveBack(_ count: Int) { used.withLock { $0 -= count } }
}

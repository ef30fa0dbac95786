// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The memory that uploads may take together.
final class UploadBudget: Sendable {
    private let limit: Int
    private let used = Mutex(0)

    /// Creates a budget.
    /// - Parameter limit: The number of bytes that may be used at a time.
    init(limit: Int) { self.limit = limit }

    /// The memory of one upload, which is given back when the value is released.
    final class Share: Sendable {
        private let memory: UploadBudget
        private let size = Mutex(0)

        fileprivate init(_ memory: UploadBudget) { self.memory = memory }

        deinit {
            let size = size.withLock { $0 }
            memory.used.withLock { $0 -= size }
        }

        /// Takes more bytes; returns false if there is no room.
        func grow(by count: Int) -> Bool {
            let hasRoom = memory.used.withLock { used in
                // An upload that is alone always has room: its own limit bounds it.
                guard used + count <= memory.limit || used == size.withLock({ $0 }) else { return false }
                used += count
                return true
            }
            if hasRoom { size.withLock { $0 += count } }
            return hasRoom
        }
    }

    /// Returns the share of a new upload.
    func share() -> Share { Share(self) }
}

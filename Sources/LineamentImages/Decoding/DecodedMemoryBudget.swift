// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The memory that decoded images may take together. An image waits until others release theirs.
package final class DecodedMemoryBudget: @unchecked Sendable {
    // Sound: everything that changes is accessed under `changed` only.

    private let limit: Int
    private var used = 0
    /// The numbers of the reservations that wait, in the order of their arrival.
    private var queue: [Int] = []
    private var lastNumber = 0
    private let changed = NSCondition()

    /// Creates a budget.
    /// - Parameter limit: The number of bytes that may be used at a time.
    package init(limit: Int) { self.limit = limit }

    /// The memory of one image.
    package final class Reservation: @unchecked Sendable {
        // Sound: `size` is accessed under the budget's lock only.

        private let budget: DecodedMemoryBudget
        fileprivate var size = 0

        fileprivate init(_ budget: DecodedMemoryBudget) { self.budget = budget }

        /// Takes `count` bytes as soon as they are free. An image is always admitted while no other is held.
        /// - Throws: `LineamentError` with code `deadlineExceeded` if the time limit of the work passes.
        package func wait(for count: Int) throws { try budget.reserve(count, for: self) }

        /// Gives everything back.
        package func release() { budget.release(self) }
    }

    /// The number of images that wait.
    package var waitingCount: Int { changed.withLock { queue.count } }

    /// Returns the reservation of a new image.
    package func reservation() -> Reservation { Reservation(self) }

    private func reserve(_ count: Int, for reservation: Reservation) throws {
        try changed.withLock {
            // A reservation that holds bytes does not wait for others, which might wait for it.
            if reservation.size == 0 { try turn(of: count) }
            used += max(0, count - reservation.size)
            reservation.size = max(reservation.size, count)
        }
    }

    /// Waits until the first in line fits, and until that is this one, so that small images do not keep out a large one.
    private func turn(of count: Int) throws {
        lastNumber += 1
        let number = lastNumber
        queue.append(number)
        defer {
            queue.removeAll { $0 == number }
            changed.broadcast()
        }
        while queue.first != number || (used > 0 && used + count > limit) {
            _ = changed.wait(until: Date(timeIntervalSinceNow: 0.1))
            try Deadline.check()
        }
    }

    private func release(_ reservation: Reservation) {
        changed.withLock {
            used -= reservation.size
            reservation.size = 0
            changed.broadcast()
        }
    }
}

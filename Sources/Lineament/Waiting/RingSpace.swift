// SPDX-License-Identifier: Apache-2.0

/// The space of a file whose parts are used again in the order in which they were taken.
struct RingSpace: Sendable {
    /// A part of the file, in bytes.
    struct Slot: Sendable, Hashable {
        let number: Int
        let offset: Int
        let size: Int
    }

    private let size: Int
    private var lastNumber = 0
    /// The slots that are in use, and those given back behind them, in the order in which they were taken.
    private var slots: [Slot] = []
    private var free: Set<Int> = []
    private var start = 0

    init(size: Int) { self.size = size }

    /// Returns the next slot; `nil` if there is no room for it.
    mutating func take(_ count: Int) -> Slot? {
        guard let offset = offset(of: count) else { return nil }
        lastNumber += 1
        let slot = Slot(number: lastNumber, offset: offset, size: count)
        slots.append(slot)
        return slot
    }

    private func offset(of count: Int) -> Int? {
        guard count <= size else { return nil }
        guard start < slots.count, let last = slots.last else { return 0 }
        let first = slots[start].offset
        let end = last.offset + last.size
        if last.offset >= first {
            if count <= size - end { return end }
            return count <= first ? 0 : nil
        }
        return count <= first - end ? end : nil
    }

    /// Gives a slot back. Its bytes are used again once those before it have been given back, too.
    mutating func giveBack(_ slot: Slot) {
        free.insert(slot.number)
        while start < slots.count, free.remove(slots[start].number) != nil { start += 1 }
        // Removing each slot by itself would move all others.
        guard start == slots.count || start > 1024 else { return }
        slots.removeFirst(start)
        start = 0
    }
}

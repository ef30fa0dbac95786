// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// The copies of a model that are not in use at this moment, the last used ones at the end.
struct IdleCopies<Copy: Sendable>: Sendable {
    /// How long a copy is kept that is not used.
    static var patience: DispatchTimeInterval { .seconds(10) }

    private struct Idle: Sendable {
        let copy: Copy
        let since: DispatchTime
    }

    private var idle: [Idle]
    private var count = 1
    private var isChecked = false

    /// Begins with the first copy.
    init(_ first: Copy) { idle = [Idle(copy: first, since: .now())] }

    /// Takes the copy that was used last; `nil` if all are in use.
    mutating func take() -> Copy? { idle.popLast()?.copy }

    /// Counts a copy that has been made, and is in use.
    mutating func countAnother() { count += 1 }

    /// Puts a copy back that has been taken or made.
    /// - Returns: Whether the copies are to be checked after ``patience``, with ``removeUnused(at:)``.
    mutating func put(_ copy: Copy, at now: DispatchTime) -> Bool {
        idle.append(Idle(copy: copy, since: now))
        defer { isChecked = isChecked || count > 1 }
        return count > 1 && !isChecked
    }

    /// Removes the copies that have not been used for ``patience``, all but one.
    /// - Returns: These copies, and whether the rest is to be checked again.
    mutating func removeUnused(at now: DispatchTime) -> (copies: [Copy], isToBeChecked: Bool) {
        let unused = idle.prefix { $0.since + Self.patience <= now }.prefix(count - 1)
        idle.removeFirst(unused.count)
        count -= unused.count
        isChecked = count > 1
        return (unused.map(\.copy), isChecked)
    }
}

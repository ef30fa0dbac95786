internal import Foundation

/// Hands inputs to workers in order, none too far ahead of the first that is not finished.
final class InputQueue: @unchecked Sendable {
    private let isExclusive: [Bool]
    private let window: Int
    private let condition = NSCondition()
    // What follows is used under the lock of `condition` only.
    private var upcoming = 0
    private var inWork: Set<Int> = []
    private var isStopped = false

    /// - Parameters:
    ///   - isExclusive: for each input, whether it is worked on alone.
    ///   - window: how many inputs, counted from the first unfinished one, may be in work or wait for their turn.
    init(isExclusive: [Bool], window: Int) {
        self.isExclusive = isExclusive
        self.window = window
    }

    /// Whether there are no more inputs to begin; after Ctrl-C there are none.
    var isAtEnd: Bool {
        condition.lock()
        defer { condition.unlock() }
        return hasEnded
    }

    /// The next input, if it is one to work on alone; called when no other is in work.
    func takeExclusive() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        return !hasEnded && isExclusive[upcoming] ? takeNext() : nil
    }

    /// The next input to work on beside others; waits until it may be begun. Nil at the end, and before an exclusive one.
    func takeShared() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        while !hasEnded, !isExclusive[upcoming] {
            if let first = inWork.min(), upcoming - first >= window {
                condition.wait()
            } else {
                return takeNext()
            }
        }
        return nil
    }

    /// Says that the input at `index` is done with.
    func finish(_ index: Int) {
        condition.lock()
        defer { condition.unlock() }
        inWork.remove(index)
        condition.broadcast()
    }

    /// Hands out no more inputs.
    func stop() {
        condition.lock()
        defer { condition.unlock() }
        isStopped = true
        condition.broadcast()
    }

    private var hasEnded: Bool { isStopped || upcoming >= isExclusive.count || Interruption.isRequested }

    private func takeNext() -> Int {
        defer { upcoming += 1 }
        inWork.insert(upcoming)
        return upcoming
    }
}

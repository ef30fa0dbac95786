// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A queue that hands inputs to workers in order, none too far ahead of the first unfinished one.
final class InputQueue: @unchecked Sendable {
    // @unchecked Sendable: all mutable state is protected by `condition`.

    private let isExclusive: [Bool]
    private let window: Int
    private let condition = NSCondition()
    // Protected by `condition`.
    private var upcoming = 0
    private var inWork: Set<Int> = []
    private var isStopped = false

    /// Creates a queue.
    /// - Parameters:
    ///   - isExclusive: for each input, whether it is processed alone.
    ///   - window: the maximum number of started inputs, counted from the first unfinished one.
    init(isExclusive: [Bool], window: Int) {
        self.isExclusive = isExclusive
        self.window = window
    }

    /// Whether there are no more inputs to start, which is also the case after Ctrl-C.
    var isAtEnd: Bool {
        condition.lock()
        defer { condition.unlock() }
        return hasEnded
    }

    /// Returns the next input if it must be processed alone. Call it only while no other input is being processed.
    func takeExclusive() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        return !hasEnded && isExclusive[upcoming] ? takeNext() : nil
    }

    /// Returns the next input to process alongside others, blocking until it may start, or `nil` at the end and before
    /// an exclusive input.
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

    /// Marks the input at `index` as finished.
    func finish(_ index: Int) {
        condition.lock()
        defer { condition.unlock() }
        inWork.remove(index)
        condition.broadcast()
    }

    /// Stops handing out inputs.
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

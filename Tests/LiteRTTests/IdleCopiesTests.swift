// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Testing

@testable internal import LiteRT

/// Which copies of a model are kept.
@Suite struct IdleCopiesTests {
    private let start = DispatchTime.now()

    private func time(_ seconds: Int) -> DispatchTime { start + .seconds(seconds) }

    /// Returns copies 0 to `count - 1`, which were all in use until now.
    private func copies(_ count: Int) -> IdleCopies<Int> {
        var copies = IdleCopies(0)
        _ = copies.take()
        for copy in 0..<count {
            if copy > 0 { copies.countAnother() }
        }
        for copy in 0..<count { _ = copies.put(copy, at: start) }
        return copies
    }

    @Test func theLastUsedOneIsTakenFirst() {
        var copies = copies(3)
        let taken = (0..<4).map { _ in copies.take() }
        #expect(taken == [2, 1, 0, nil])
    }

    @Test("what a burst leaves is removed, but for one", arguments: [2, 3, 16])
    func aBurst(count: Int) {
        var copies = copies(count)
        let early = copies.removeUnused(at: time(9))
        #expect(early.copies.isEmpty)
        let unused = copies.removeUnused(at: time(10))
        #expect(unused.copies.count == count - 1)
        #expect(!unused.isToBeChecked)
        let left = [copies.take(), copies.take()]
        #expect(left == [count - 1, nil])
    }

    @Test func copiesInUseAreKept() {
        var copies = copies(4)
        for second in 1...20 {
            let taken = (0..<2).compactMap { _ in copies.take() }
            for copy in taken.reversed() { _ = copies.put(copy, at: time(second)) }
        }
        let unused = copies.removeUnused(at: time(21))
        #expect(unused.copies.count == 2)
        #expect(unused.isToBeChecked)
    }

    @Test func checksAreAskedForOnce() {
        var copies = IdleCopies(0)
        let first = copies.take()
        let isAsked = copies.put(first ?? -1, at: start)
        #expect(!isAsked)
        _ = copies.take()
        copies.countAnother()
        let asked = [0, 1].map { copies.put($0, at: start) }
        #expect(asked == [true, false])
    }
}

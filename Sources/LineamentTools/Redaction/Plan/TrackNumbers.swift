// SPDX-License-Identifier: Apache-2.0

/// The numbers of a plan's tracks, each of which is given once.
struct TrackNumbers {
    private var taken: Set<Int>
    private var last: Int

    /// - Parameter taken: The numbers that others have.
    init(besides taken: some Sequence<Int>) {
        self.taken = Set(taken)
        // Those of boxes of another detector are greater.
        last = self.taken.filter { $0 <= GivenTracks.firstNumber }.reduce(0, max)
    }

    /// Returns a number that is free.
    /// - Parameter wish: The number, if it is free; `nil` for any.
    mutating func next(_ wish: Int? = nil) -> Int {
        if let wish, taken.insert(wish).inserted { return wish }
        repeat { last += 1 } while !taken.insert(last).inserted
        return last
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Testing

@testable internal import Lineament

/// Which of several ways to do the same work is chosen.
@Suite struct SpeedTrialsTests {
    private static let second: UInt64 = 1_000_000_000

    /// Rounds whose times a test decides.
    private struct Rounds {
        var trials: SpeedTrials<Int>
        var now: UInt64 = 1

        init(_ ways: [Int]) { trials = SpeedTrials(ways, expected: ways[0]) }

        /// Runs rounds for a time, and returns how much of it each way took.
        /// - Parameters:
        ///   - interval: The time between the beginnings of two rounds, if that is more than a round takes.
        ///   - milliseconds: The time of a round.
        mutating func run(
            seconds: Double, interval: Double = 0, milliseconds: (_ way: Int, _ round: Int) -> Double
        ) -> [Int: Double] {
            var times: [Int: Double] = [:]
            let end = now + UInt64(seconds * Double(second))
            var round = 0
            while now < end {
                let way = trials.next(at: now)
                let time = milliseconds(way, round) * 1e6
                now += UInt64(time)
                trials.add(time, of: way, at: now)
                times[way, default: 0] += time / 1e9
                now += UInt64(max(0, interval * 1e6 - time))
                round += 1
            }
            return times
        }
    }

    @Test("the fastest way is used", arguments: [[1, 2], [2, 1], [4, 2, 1], [1, 2, 4], [2, 4, 1]])
    func theFastestWayIsUsed(ways: [Int]) {
        var rounds = Rounds(ways)
        _ = rounds.run(seconds: 5) { way, _ in Double(2 + way) }
        #expect(rounds.trials.best == 1)
    }

    @Test("trials cost little", arguments: [3.0, 5, 9, 30])
    func trialsCostLittle(milliseconds: Double) {
        var rounds = Rounds([2, 1])
        let times = rounds.run(seconds: 60) { way, _ in way == 2 ? milliseconds : 1.6 * milliseconds }
        let lost = (times[1] ?? 0) * (1 - 1 / 1.6)
        #expect(lost < 0.012 * 60)
    }

    @Test("what becomes faster is used within a second", arguments: [3.0, 6, 12])
    func changesAreFollowed(milliseconds: Double) {
        var rounds = Rounds([2, 1])
        _ = rounds.run(seconds: 4) { way, _ in way == 2 ? milliseconds : 1.5 * milliseconds }
        #expect(rounds.trials.best == 2)
        _ = rounds.run(seconds: 1) { way, _ in way == 2 ? 2 * milliseconds : 1.5 * milliseconds }
        #expect(rounds.trials.best == 1)
        _ = rounds.run(seconds: 1.5) { way, _ in way == 2 ? milliseconds : 1.5 * milliseconds }
        #expect(rounds.trials.best == 2)
    }

    /// A camera leaves most of the time.
    @Test func changesAreFollowedBetweenFrames() {
        var rounds = Rounds([2, 1])
        _ = rounds.run(seconds: 10, interval: 33) { way, _ in way == 2 ? 9 : 6 }
        #expect(rounds.trials.best == 1)
        _ = rounds.run(seconds: 1.5, interval: 33) { way, _ in way == 2 ? 4 : 6 }
        #expect(rounds.trials.best == 2)
    }

    /// What was known before a pause is used after it.
    @Test func pausesLeadToNoTrials() {
        var rounds = Rounds([2, 1])
        _ = rounds.run(seconds: 10) { way, _ in way == 2 ? 5 : 8 }
        var times: [Int: Double] = [:]
        for _ in 0..<40 {
            rounds.now += 5 * Self.second
            let burst = rounds.run(seconds: 0.7) { way, _ in way == 2 ? 5 : 8 }
            times.merge(burst) { $0 + $1 }
        }
        #expect((times[1] ?? 0) < 0.006 * (times[2] ?? 0))
    }

    @Test func aSlowRoundNowAndThenDecidesNothing() {
        var rounds = Rounds([2, 1])
        let times = rounds.run(seconds: 20) { way, round in (round % 40 == 0 ? 30 : 0) + (way == 2 ? 5 : 7) }
        #expect((times[2] ?? 0) > 18)
    }

    @Test func nothingIsTriedInShortSequences() {
        var trials = SpeedTrials([2, 1], expected: 2)
        for round in 0..<SpeedTrials<Int>.roundsBefore {
            #expect(trials.next(at: UInt64(round) * Self.second) == 2)
            trials.add(1e6, of: 2, at: UInt64(round) * Self.second)
        }
        #expect(trials.next(at: 100 * Self.second) == 1)
    }
}

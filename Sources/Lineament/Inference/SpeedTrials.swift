// SPDX-License-Identifier: Apache-2.0

/// Finds out, again and again, which of several ways to do the same work takes the least time now.
///
/// The answer depends on the processor, on the models, and on what else the machine does, which may change at any time.
/// So the other ways are tried in turn, each for three rounds, so rarely that trials cost about a hundredth of the time,
/// and much less while the first way, which takes the most cores, is the best: if it no longer is, that shows in its own
/// times. Nor do trials follow a pause of the work: the results so far are used until it has run for a while.
struct SpeedTrials<Way: Hashable & Sendable>: Sendable {
    /// The rounds before the trials, all in the expected way. Models are compiled for another one, which only pays where
    /// many rounds follow.
    static var roundsBefore: Int { 60 }
    /// The rounds of a trial, of which the first is not timed: its model is not in the caches.
    static var roundsOfTrial: Int { 3 }

    /// How much of the time trials may cost, and the time between two trials, in nanoseconds.
    private struct Pace {
        let cost: Double
        let pauses: ClosedRange<Double>

        /// While the first way is the best.
        static var slow: Pace { Pace(cost: 0.001, pauses: 100e6...6e9) }
        /// While another way is.
        static var fast: Pace { Pace(cost: 0.01, pauses: 100e6...900e6) }
    }

    /// Another way must take less than this part of the time to be preferred.
    private static var advantage: Double { 0.97 }
    /// If a round takes more than this many times what it took after the last trial, another trial is due.
    private static var surprise: Double { 1.3 }

    /// Of the time between two rounds, no more than this counts, in nanoseconds: the frames of a camera are further apart
    /// than a round takes, and a pause is longer.
    private static var countedGap: UInt64 { 100_000_000 }

    /// The measurements of a way.
    private struct Record {
        /// The weighted mean of the last times, in nanoseconds. A single slow round counts as twice the mean.
        var mean: Double?

        mutating func add(_ time: Double, weight: Double) {
            mean = mean.map { $0 + weight * (min(time, 2 * $0) - $0) } ?? time
        }
    }

    private struct Trial {
        var way: Way
        var rounds = 0
        var excess = 0.0
    }

    private let ways: [Way]
    private var records: [Way: Record] = [:]
    /// The way that took the least time.
    private(set) var best: Way
    private var trial: Trial?
    private var roundsBeforeTrial = Self.roundsBefore
    /// The time of rounds and counted gaps so far, and the moment up to which it was added, in nanoseconds.
    private var worked = 0.0
    private var lastMoment: UInt64?
    /// When another trial is due, by `worked`.
    private var nextTrial = 0.0
    private var nextWay = 0
    /// The mean of `best` when the last trial ended.
    private var meanAfterTrial: Double?

    /// Begins with `expected`, one of `ways`, of which the first takes the most cores.
    init(_ ways: [Way], expected: Way) {
        self.ways = ways
        best = expected
    }

    /// Returns the way of the next round.
    /// - Parameter now: The time, in nanoseconds.
    mutating func next(at now: UInt64) -> Way {
        advance(to: now, atMost: Self.countedGap)
        if let trial { return trial.way }
        guard ways.count > 1, roundsBeforeTrial <= 0, worked >= nextTrial || isSurprised else { return best }
        nextWay = (nextWay + 1) % ways.count
        if ways[nextWay] == best { nextWay = (nextWay + 1) % ways.count }
        trial = Trial(way: ways[nextWay])
        return ways[nextWay]
    }

    /// Adds what a round took.
    /// - Parameters:
    ///   - time: Its duration, in nanoseconds.
    ///   - way: How it was done.
    ///   - now: The time, in nanoseconds.
    mutating func add(_ time: Double, of way: Way, at now: UInt64) {
        guard ways.count > 1 else { return }
        advance(to: now, atMost: .max)
        if way == best {
            roundsBeforeTrial -= 1
            records[way, default: Record()].add(time, weight: 1.0 / 16)
        } else if way == trial?.way {
            addTrial(time, of: way)
        }
    }

    private mutating func advance(to now: UInt64, atMost limit: UInt64) {
        let last = lastMoment ?? now
        // Rounds of several threads may be reported out of order.
        worked += now > last ? Double(min(now - last, limit)) : 0
        lastMoment = max(last, now)
    }

    private mutating func addTrial(_ time: Double, of way: Way) {
        guard var running = trial else { return }
        running.rounds += 1
        running.excess += max(0, time - (records[best]?.mean ?? time))
        if running.rounds > 1 { records[way, default: Record()].add(time, weight: 0.5) }
        guard running.rounds == Self.roundsOfTrial else { return trial = running }
        trial = nil
        if let other = records[way]?.mean, let mean = records[best]?.mean, other < Self.advantage * mean { best = way }
        meanAfterTrial = records[best]?.mean
        roundsBeforeTrial = Self.roundsOfTrial
        nextTrial = worked + pause(after: running)
    }

    /// Returns how long no other trial is due, in nanoseconds. All ways are tried at the beginning.
    private func pause(after trial: Trial) -> Double {
        guard records.count == ways.count else { return 0 }
        let pace = best == ways.first ? Pace.slow : Pace.fast
        let pause = trial.excess / pace.cost / Double(ways.count - 1)
        return min(max(pause, pace.pauses.lowerBound), pace.pauses.upperBound)
    }

    /// Whether rounds take much longer than they did, so that another way may be better now.
    private var isSurprised: Bool {
        guard let expected = meanAfterTrial, let mean = records[best]?.mean else { return false }
        return mean > Self.surprise * expected
    }
}

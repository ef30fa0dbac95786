// SPDX-License-Identifier: Apache-2.0
import CapacityPlanner
import Testing

/// The model of docs/scale.md: known results of queueing theory.
@Suite struct ServiceQueueTests {
    private func queue(_ cores: Int, _ milliseconds: Double, alone: Double = 1, variation: Double = 0) -> ServiceQueue {
        ServiceQueue(cores: cores, coreMilliseconds: milliseconds, speedAlone: alone, variation: variation)
    }

    /// M/M/1: the mean is 1 / (capacity − rate). M/D/1 waits half as long.
    @Test func oneServerIsKnown() throws {
        let mixed = try #require(queue(1, 100, variation: 1).answers(at: 8))
        #expect(abs(mixed.mean - 1000 / (10 - 8)) < 1e-9)
        let equal = try #require(queue(1, 100).answers(at: 8))
        #expect(abs(equal.mean - (100 + 0.8 * 1000 / (10 - 8) / 2)) < 1e-9)
    }

    /// Erlang's C of two servers with one of work is 1/3, of ten with eight 0.409.
    @Test(arguments: [(2, 1.0, 1.0 / 3), (10, 8, 0.4092), (1, 0.8, 0.8)])
    func waitingIsErlangsC(servers: Int, work: Double, expected: Double) {
        #expect(abs(queue(servers, 1000).probabilityOfWaiting(at: work) - expected) < 5e-5)
    }

    /// The figures of the planner in Python that this one replaced.
    @Test(arguments: [
        (2, 30.29, 1.0, 0.0, 500.0 / 11, 43.932690, 33.103368, 128.176085),
        (2, 20, 1.5, 0.5, 60, 25.277778, 17.777778, 116.234202),
        (4, 64.79, 2.5, 1, 40, 53.000626, 43.661356, 283.892272),
        (16, 33, 1, 0, 400, 35.153364, 33.0, 54.205213),
        (1000, 33, 1, 0, 28787.9, 33.022525, 33.0, 33.633837),
    ])
    func answersStayAsTheyWere(
        cores: Int, milliseconds: Double, alone: Double, variation: Double, rate: Double, mean: Double, p50: Double,
        p99: Double
    ) throws {
        let answers = try #require(queue(cores, milliseconds, alone: alone, variation: variation).answers(at: rate))
        #expect(abs(answers.mean - mean) < 1e-5)
        #expect(abs(answers.p50 - p50) < 1e-5)
        #expect(abs(answers.p99 - p99) < 1e-5)
    }

    @Test func moreLoadTakesLonger() throws {
        let copy = queue(2, 20, alone: 1.5, variation: 0.5)
        let answers = try [0, 0.01, 0.3, 0.6, 0.9, 0.99].map { try #require(copy.answers(at: $0 * copy.capacity)) }
        for (less, more) in zip(answers, answers.dropFirst()) {
            #expect(less.mean <= more.mean + 1e-9)
            #expect(less.p50 <= more.p50 + 1e-9)
            #expect(less.p99 <= more.p99 + 1e-9)
        }
        #expect(abs(answers[0].mean - 20 / 1.5) < 1e-9)
        #expect(copy.answers(at: copy.capacity) == nil)
    }

    @Test func oneCoreHasNothingOfSpeedAlone() throws {
        #expect(try #require(queue(1, 20, alone: 1.5).answers(at: 0)).mean == 20)
    }

    @Test(arguments: [
        (2, 30.29, 1.0, 0.0, 500.0, 150.0, 11), (2, 20, 1, 0, 300, 80, 5), (4, 64.79, 2.5, 1, 1000, 400, 22),
        (1, 33, 1, 0, 100_000, 200, 5536),
    ])
    func copiesAreEnoughAndNoMore(
        cores: Int, milliseconds: Double, alone: Double, variation: Double, rate: Double, latency: Double, expected: Int
    ) {
        let copy = queue(cores, milliseconds, alone: alone, variation: variation)
        #expect(copy.copies(for: rate, within: latency) == expected)
    }

    @Test func noNumberOfCopiesIsFasterThanOneRequest() {
        #expect(queue(2, 20).copies(for: 1, within: 10) == nil)
        #expect(queue(1, 0.001).copies(for: 1e9, within: 864e6) != nil)
    }
}

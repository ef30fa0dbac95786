// SPDX-License-Identifier: Apache-2.0
internal import Locking
internal import Testing

@testable internal import Lineament

/// Which of several inferences run at once.
@Suite struct ParallelRunsTests {
    private static func threading(_ threads: Int) throws -> Threading { try Threading(requested: threads, gpu: nil) }

    @Test("elements stay in order, whatever the arrangement", arguments: [1, 2, 3, 8, 13])
    func elementsStayInOrder(count: Int) throws {
        let runs = ParallelRuns(try Self.threading(2))
        for _ in 0..<200 {
            let results = try runs.map(Array(0..<count)) { element, _ in element }
            #expect(results == Array(0..<count))
        }
    }

    @Test func theErrorOfTheFirstElementIsThrown() throws {
        struct Failure: Error, Equatable { let element: Int }
        for threads in [1, 2] {
            let runs = ParallelRuns(try Self.threading(threads))
            #expect(throws: Failure(element: 1)) {
                _ = try runs.map([0, 1, 2, 3]) { element, _ in if element % 2 == 1 { throw Failure(element: element) } }
            }
        }
    }

    @Test(
        "the arrangement that takes less time is used once both have been tried",
        arguments: [(UInt64(100), UInt64(90)), (100, 110)])
    func theFasterArrangementRemains(inTurn: UInt64, atOnce: UInt64) throws {
        let threading = try Self.threading(2)
        guard threading.concurrentRuns > 1 else { return }
        let clock = Locked<UInt64>(0)
        let runs = ParallelRuns(threading, load: CoreLoad(cores: 2), now: { clock.withLock { $0 } })
        var last = false
        for _ in 0..<200 {
            let usesAllThreads = try runs.map([0, 1]) { _, usesAllThreads in
                clock.withLock { $0 += usesAllThreads ? inTurn : atOnce }
                return usesAllThreads
            }
            last = usesAllThreads[0]
        }
        #expect(last == (inTurn < atOnce))
    }

    @Test func nothingIsTriedInShortSequences() throws {
        let threading = try Self.threading(2)
        let runs = ParallelRuns(threading)
        let first = try runs.map([0, 1]) { _, usesAllThreads in usesAllThreads }
        for _ in 1..<SpeedTrials<InferenceArrangement>.roundsBefore {
            let next = try runs.map([0, 1]) { _, usesAllThreads in usesAllThreads }
            #expect(next == first)
        }
    }

    @Test func whatSharesTheCoresRunsInTurn() throws {
        let runs = ParallelRuns(try Self.threading(2))
        try CoreLoad.$limit.withValue(1) {
            for _ in 0..<200 {
                let usesAllThreads = try runs.map([0, 1]) { $1 }
                #expect(usesAllThreads == [true, true])
            }
        }
    }
}

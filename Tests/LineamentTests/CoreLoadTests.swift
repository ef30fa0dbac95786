// SPDX-License-Identifier: Apache-2.0
internal import Locking
internal import Testing

@testable internal import Lineament

/// The cores that a call may take while others run.
@Suite struct CoreLoadTests {
    private static let millisecond: UInt64 = 1_000_000
    private let clock = Locked<UInt64>(1)

    private func load(cores: Int) -> CoreLoad {
        let clock = clock
        return CoreLoad(cores: cores) { clock.withLock { $0 } }
    }

    private func wait(milliseconds: UInt64) { clock.withLock { $0 += milliseconds * Self.millisecond } }

    /// Calls `body` in as many calls at once.
    private func calls(_ count: Int, of load: CoreLoad, _ body: () -> Void) {
        // Calls in other threads: a call within a call does not count.
        guard count > 0 else { return body() }
        load.begin()
        defer { load.end() }
        calls(count - 1, of: load, body)
    }

    @Test("calls share the cores", arguments: [1, 2, 4, 16], [1, 2, 3, 5, 16, 64])
    func callsShareTheCores(cores: Int, calls count: Int) {
        let load = load(cores: cores)
        calls(count, of: load) { #expect(load.share == max(1, cores / count)) }
    }

    @Test func aCallWithinACallDoesNotCount() {
        let load = load(cores: 8)
        load.call { load.call { #expect(load.share == 8) } }
    }

    @Test func callsThatEndWithAnErrorAreGone() {
        struct Failure: Error {}
        let load = load(cores: 8)
        for _ in 0..<100 {
            #expect(throws: Failure.self) { try load.call { throw Failure() } }
        }
        #expect(load.share == 8)
    }

    @Test func shortPausesBetweenCallsFreeNoCores() {
        let load = load(cores: 2)
        for _ in 0..<50 {
            calls(2, of: load) { wait(milliseconds: 4) }
            wait(milliseconds: 1)
        }
        load.call { #expect(load.share == 1) }
    }

    @Test func whatABurstLeavesFadesWithinMilliseconds() {
        let load = load(cores: 16)
        calls(16, of: load) { wait(milliseconds: 500) }
        load.call {
            #expect(load.share == 1)
            wait(milliseconds: 40)
            #expect(load.share == 16)
        }
    }

    @Test func anIdleCallerTakesAllCores() {
        let load = load(cores: 4)
        for _ in 0..<50 {
            load.call {
                #expect(load.share == 4)
                wait(milliseconds: 3)
            }
            wait(milliseconds: 7)
        }
    }

    @Test func aLimitHoldsForTheWorkOfAThread() {
        let load = load(cores: 4)
        CoreLoad.$limit.withValue(2) { #expect(load.share == 2) }
        CoreLoad.$limit.withValue(9) { #expect(load.share == 4) }
    }
}

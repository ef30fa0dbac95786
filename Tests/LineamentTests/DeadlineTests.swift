import Foundation
import Testing

@testable import Lineament

@Suite(.timeLimit(.minutes(10))) struct DeadlineTests {
    @Test func nothingIsLateWithoutALimit() throws {
        try Deadline.check()
        #expect(
            try Deadline.within(nil) {
                try Deadline.check(); return 7
            } == 7)
        #expect(
            try Deadline.within(1000) {
                try Deadline.check(); return 7
            } == 7)
    }

    @Test(arguments: [0, -1, Double.nan]) func limitsArePositive(seconds: Double) {
        let error = #expect(throws: LineamentError.self) { try Deadline.within(seconds) {} }
        #expect(error?.code == .invalidArgument)
    }

    @Test func workEndsAfterTheLimit() {
        let error = #expect(throws: LineamentError.self) {
            try Deadline.within(1e-9) {
                usleep(10)
                try Deadline.check()
            }
        }
        #expect(error?.code == .deadlineExceeded)
    }

    /// Workers on other threads know the caller's deadline.
    @Test(arguments: [1, 2, 100]) func parallelWorkEndsAfterTheLimit(count: Int) {
        let error = #expect(throws: LineamentError.self) {
            try Deadline.within(1e-9) {
                usleep(10)
                _ = try Concurrent.map(Array(0..<count)) { $0 }
            }
        }
        #expect(error?.code == .deadlineExceeded)
    }

    @Test func anEarlierDeadlineIsKept() {
        #expect(throws: LineamentError.self) {
            try Deadline.within(1e-9) {
                usleep(10)
                try Deadline.within(1000) { try Deadline.check() }
            }
        }
    }
}

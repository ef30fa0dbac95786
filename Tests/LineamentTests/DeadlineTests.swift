// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament

@Suite struct DeadlineTests {
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

    /// Time spent waiting for other images does not count.
    @Test func timeInAPauseDoesNotCount() throws {
        try Deadline.within(2) {
            try Deadline.paused {
                usleep(2_100_000)
                try Deadline.check()
            }
            try Deadline.check()
        }
    }

    /// Work that nobody waits for ends, also within a limit or a pause of its own, and on other threads.
    @Test func canceledWorkEnds() {
        let cancellation = Cancellation()
        func check(_ body: () throws -> Void) {
            #expect(throws: CancellationError.self) { try Deadline.within(cancellation, body) }
        }
        #expect(throws: Never.self) { try Deadline.within(cancellation) { try Deadline.check() } }
        cancellation.cancel()
        check { try Deadline.check() }
        check { try Deadline.within(1000) { try Deadline.check() } }
        check { try Deadline.paused { try Deadline.check() } }
        check { try Deadline.within(Cancellation()) { _ = try Concurrent.map(Array(0..<64)) { $0 } } }
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

    /// Functions that workers call check the caller's deadline, too.
    @Test func workersHaveTheDeadline() throws {
        let isKnown = try Deadline.within(1000) {
            try Concurrent.map(Array(0..<64)) { _ in
                usleep(1000)
                return Deadline.current != nil
            }
        }
        #expect(isKnown.count == 64)
        #expect(isKnown.allSatisfy { $0 })
    }

    /// A task whose time is up runs no model, however few models it needs.
    @Test func tasksRunNoModelAfterTheLimit() throws {
        let poses = PoseLandmarkerOptions()
        poses.separation = .distinct
        let (bodies, faces) = (try PoseLandmarker(options: poses), try FaceDetector(options: FaceDetectorOptions()))
        let image = try Sample.image()
        #expect(try bodies.detect(image: image, timeLimit: 1000).poses.count == 1)
        let late = [
            #expect(throws: LineamentError.self) { try bodies.detect(image: image, timeLimit: 1e-9) },
            #expect(throws: LineamentError.self) { try faces.detect(image: image, timeLimit: 1e-9) },
        ]
        #expect(late.allSatisfy { $0?.code == .deadlineExceeded })
    }

    /// Each detection is compared with all others, which for thousands of them takes longer than an inference.
    @Test func comparingDetectionsEndsAfterTheLimit() throws {
        #expect(try [3, 1, 3, 2, 1].keepingFirst { $0 == $1 } == [3, 1, 2])
        let error = #expect(throws: LineamentError.self) {
            try Deadline.within(1e-9) {
                usleep(10)
                _ = try [1, 2].keepingFirst { $0 == $1 }
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

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

@Suite struct ExecutorTests {
    /// Work beyond the limit waits, and work that is canceled while it waits never runs.
    /// A canceled search for everybody does not keep a thread until its end.
    @Test func canceledWorkEndsEarly() async throws {
        let executor = BlockingExecutor(threadLimit: 1)
        let hasStarted = Locked(false)
        let task = Task {
            try await executor.run {
                hasStarted.withLock { $0 = true }
                while true { try Deadline.check() }
            }
        }
        while !hasStarted.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func canceledWorkNeverRuns() async throws {
        let executor = BlockingExecutor(threadLimit: 2)
        let gate = DispatchSemaphore(value: 0)
        let ran = Locked(0)
        let holding = Locked(0)
        let blockers = (0..<2).map { _ in
            Task {
                try await executor.run {
                    holding.withLock { $0 += 1 }
                    gate.wait()
                }
            }
        }
        while holding.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
        let waiting = (0..<50).map { _ in Task { try await executor.run { ran.withLock { $0 += 1 } } } }
        // The blockers hold both threads until the gate opens, so none of the others can have started.
        for task in waiting.prefix(30) { task.cancel() }
        for task in waiting.prefix(30) {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        gate.signal()
        gate.signal()
        for task in blockers + waiting.dropFirst(30) { try await task.value }
        #expect(ran.withLock { $0 } == 20)
    }

    @Test func threadCountStaysWithinTheLimit() async throws {
        let executor = BlockingExecutor(threadLimit: 3)
        let state = Locked((running: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try await executor.run {
                        state.withLock {
                            $0.running += 1
                            $0.most = max($0.most, $0.running)
                        }
                        usleep(200)
                        state.withLock { $0.running -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(state.withLock { $0.most } <= 3)
    }

    #if os(Linux)
        /// 500 concurrent images use no more threads than the cores need.
        @Test func fiveHundredConcurrentResultsUseFewThreads() async throws {
            let options = FaceDetectorOptions()
            options.baseOptions.numThreads = 1
            let detector = try FaceDetector(options: options)
            let image = try Sample.image()
            _ = try await detector.result(for: image)
            let before = threadCount()
            let most = Locked(0)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<500 { group.addTask { try await detector.result(for: image).detections.count } }
                for try await count in group {
                    #expect(count == 1)
                    most.withLock { $0 = max($0, threadCount()) }
                }
            }
            // Besides the executor's threads there are those of the decoders, encoders and models of other tests that run
            // meanwhile. One for each result would be 500.
            #expect(most.withLock { $0 } <= before + 300)
        }

        private func threadCount() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        }
    #endif
}

// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import LineamentServer

@Suite struct LiveQueueTests {
    /// Returns a frame as "message:index:replaced", a control as its name.
    private func next(_ queue: LiveQueue<String>) async -> String? {
        switch await queue.next() {
        case .frame(let message, let index, let replaced):
            "\(message):\(index):\(replaced.map { "\($0)" }.joined(separator: ","))"
        case .control: "control"
        case .problem(let text): text
        case nil: nil
        }
    }

    @Test func theNewestFrameReplacesTheOneThatWaits() async {
        let queue = LiveQueue<String>()
        queue.put("a")
        #expect(await next(queue) == "a:0:")
        for name in ["b", "c", "d"] { queue.put(name) }
        #expect(await next(queue) == "d:3:1,2")
        queue.put("e")
        #expect(await next(queue) == "e:4:")
        queue.finish()
        #expect(await next(queue) == nil)
    }

    /// The answer to a frame may be read, and the next frame sent, before the worker has taken the frame that waits.
    @Test func withTwoUnderWayNoneIsReplaced() async {
        let queue = LiveQueue<String>()
        queue.put("a")
        queue.put("b")
        #expect(await next(queue) == "a:0:")
        queue.endWork()
        queue.put("c")
        #expect(await next(queue) == "b:1:")
        queue.put("d")
        #expect(await next(queue) == "d:3:2")
    }

    @Test func textStaysBetweenFrames() async {
        let queue = LiveQueue<String>()
        queue.put("a")
        queue.put(.reset)
        queue.put("b")
        queue.put("c")
        queue.put(problem: "what")
        queue.finish()
        #expect(!queue.put("late"))
        for expected in ["a:0:", "control", "c:2:1", "what", nil] { #expect(await next(queue) == expected) }
    }

    @Test func tooManyTextsAreRefused() {
        let queue = LiveQueue<String>()
        #expect((0..<16).allSatisfy { _ in queue.put(.reset) })
        #expect(!queue.put(.reset))
    }

    @Test func tooManyReplacedFramesAreRefused() async {
        let queue = LiveQueue<String>()
        queue.put("a")
        #expect(await next(queue) == "a:0:")
        #expect((1...10_001).allSatisfy { queue.put("\($0)") })
        #expect(!queue.put("late"))
        #expect(await next(queue)?.hasPrefix("10001:10001:1,2,3,") == true)
        #expect(queue.put("later"))
    }

    @Test func aWaitingReceiverGetsWhatComes() async {
        let queue = LiveQueue<String>()
        async let received = next(queue)
        await Task.yield()
        queue.put("a")
        #expect(await received == "a:0:")
    }

    @Test func cancellationEndsTheWait() async {
        let queue = LiveQueue<String>()
        let task = Task { await next(queue) }
        task.cancel()
        #expect(await task.value == nil)
        #expect(!queue.put("late"))
    }
}

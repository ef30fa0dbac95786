import Testing

@testable import LineamentServer

@Suite(.timeLimit(.minutes(1))) struct LiveQueueTests {
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
        for name in ["a", "b", "c"] { queue.put(name) }
        #expect(await next(queue) == "c:2:0,1")
        queue.put("d")
        #expect(await next(queue) == "d:3:")
        queue.finish()
        #expect(await next(queue) == nil)
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

// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The backlog of a live session: waiting frames, the last of which is replaced by a newer one, and the text messages
/// between them, in order.
///
/// One frame waits while another is worked on, and two otherwise: a client that sends a frame as soon as it has read an
/// answer, so that two are under way, loses none.
final class LiveQueue<Message: Sendable>: Sendable {
    /// Something to work on.
    enum Item: Sendable {
        /// A frame, its number, and the numbers of the waiting frames that it replaced, which are those before its own.
        case frame(Message, index: Int, replaced: Range<Int>)
        case control(LiveControl)
        /// A text message that could not be used.
        case problem(String)
    }

    /// The number of text messages that may wait.
    private static var maxControls: Int { 16 }
    /// The number of frames that one may replace. All are named in its answer.
    private static var maxReplaced: Int { 10_000 }

    private struct State: Sendable {
        var items: [Item] = []
        var count = 0
        /// Whether a frame is being worked on.
        var isWorking = false
        var isFinished = false
        var consumer: CheckedContinuation<Item?, Never>?

        var waitingFrames: Int {
            items.count { if case .frame = $0 { true } else { false } }
        }

        var hasRoomForText: Bool { items.count - waitingFrames < LiveQueue.maxControls }

        /// Notes what is handed out.
        mutating func begin(_ item: Item) {
            if case .frame = item { isWorking = true }
        }
    }

    private let state = Mutex(State())

    /// Adds a frame, which replaces the last one if too many wait.
    /// - Returns: Whether the queue takes more; false if too many were replaced.
    @discardableResult
    func put(_ frame: Message) -> Bool {
        add { state in
            let index = state.count
            var replaced = index..<index
            if state.waitingFrames >= (state.isWorking ? 1 : 2),
                case .frame(_, _, let before) = state.items.last
            {
                replaced = before.lowerBound..<index
                guard replaced.count <= Self.maxReplaced else { return nil }
                state.items.removeLast()
            }
            state.count += 1
            return .frame(frame, index: index, replaced: replaced)
        }
    }

    /// Adds a text message.
    /// - Returns: Whether the queue takes more; false if too many wait.
    @discardableResult
    func put(_ control: LiveControl) -> Bool { add { $0.hasRoomForText ? .control(control) : nil } }

    /// Adds an answer to a text message that could not be used.
    @discardableResult
    func put(problem: String) -> Bool { add { $0.hasRoomForText ? .problem(problem) : nil } }

    /// Adds what `make` returns; nothing if that is `nil`.
    private func add(_ make: (inout State) -> Item?) -> Bool {
        let (consumer, item, isAccepted) = state.withLock {
            state -> (CheckedContinuation<Item?, Never>?, Item?, Bool) in
            guard !state.isFinished, let item = make(&state) else { return (nil, nil, false) }
            guard let consumer = state.consumer else {
                state.items.append(item)
                return (nil, nil, true)
            }
            state.consumer = nil
            state.begin(item)
            return (consumer, item, true)
        }
        consumer?.resume(returning: item)
        return isAccepted
    }

    /// Notes that the work on a frame is done. Call it before the answer is sent.
    func endWork() { state.withLock { $0.isWorking = false } }

    /// Takes no more; waiting elements are still handed out.
    func finish() {
        let consumer = state.withLock { state in
            state.isFinished = true
            defer { state.consumer = nil }
            return state.consumer
        }
        consumer?.resume(returning: nil)
    }

    /// Takes no more and forgets what waits.
    func cancel() {
        state.withLock { $0.items = [] }
        finish()
    }

    /// Returns the next item, as soon as there is one; `nil` at the end. Only one caller may wait.
    func next() async -> Item? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (item, isReady) = state.withLock { state -> (Item?, Bool) in
                    if !state.items.isEmpty {
                        let item = state.items.removeFirst()
                        state.begin(item)
                        return (item, true)
                    }
                    if state.isFinished { return (nil, true) }
                    state.consumer = continuation
                    return (nil, false)
                }
                if isReady { continuation.resume(returning: item) }
            }
        } onCancel: {
            cancel()
        }
    }
}

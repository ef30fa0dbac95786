internal import Synchronization

/// What a live session has received and not begun to work on: at most one frame, the newest, and the text messages
/// around it, in order.
final class LiveQueue<Message: Sendable>: Sendable {
    /// Something to work on.
    enum Item: Sendable {
        /// A frame, its number, and the numbers of the waiting frames that it replaced.
        case frame(Message, index: Int, replaced: [Int])
        case control(LiveControl)
        /// A text message that could not be used.
        case problem(String)
    }

    /// The number of text messages that may wait.
    private static var maxControls: Int { 16 }

    private struct State: Sendable {
        var items: [Item] = []
        var count = 0
        var isFinished = false
        var consumer: CheckedContinuation<Item?, Never>?
    }

    private let state = Mutex(State())

    /// Adds a frame, which replaces the frame that waits, if any.
    /// - Returns: Whether the queue takes more.
    @discardableResult
    func put(_ frame: Message) -> Bool {
        put { state in
            let index = state.count
            state.count += 1
            var replaced: [Int] = []
            if case .frame(_, let older, let before) = state.items.last {
                replaced = before + [older]
                state.items.removeLast()
            }
            return .frame(frame, index: index, replaced: replaced)
        }
    }

    /// Adds a text message.
    /// - Returns: Whether the queue takes more; false if too many wait.
    @discardableResult
    func put(_ control: LiveControl) -> Bool { put { _ in .control(control) } }

    /// Adds an answer to a text message that could not be used.
    @discardableResult
    func put(problem: String) -> Bool { put { _ in .problem(problem) } }

    private func put(_ make: (inout State) -> Item) -> Bool {
        let (consumer, item, isAccepted) = state.withLock {
            state -> (CheckedContinuation<Item?, Never>?, Item?, Bool) in
            guard !state.isFinished, state.items.count < Self.maxControls else { return (nil, nil, false) }
            let item = make(&state)
            guard let consumer = state.consumer else {
                state.items.append(item)
                return (nil, nil, true)
            }
            state.consumer = nil
            return (consumer, item, true)
        }
        consumer?.resume(returning: item)
        return isAccepted
    }

    /// Takes no more; what waits is still handed out.
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

    /// Returns what is next, as soon as there is something; nil at the end. Only one caller may wait.
    func next() async -> Item? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (item, isReady) = state.withLock { state -> (Item?, Bool) in
                    if !state.items.isEmpty { return (state.items.removeFirst(), true) }
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

internal import Dispatch
internal import Foundation
internal import LiteRT

/// Processes frames as they arrive: at most one frame is processed while another waits, and a newer frame replaces the
/// waiting one.
///
/// Frames are processed and results delivered on one serial queue, so results arrive in order and a slow receiver
/// causes frames to be dropped rather than queued.
package final class LiveStream<Output: Sendable>: Sendable {
    /// Receives each result, or error, with its frame and the timestamp.
    package typealias Delivery = @Sendable (Result<Output, any Error>, _ frame: MPImage, _ timestamp: Int) -> Void

    /// The timestamp that accompanies an error, as in MediaPipe.
    static var timeOfErrors: Int { Int.min }

    private struct Frame: Sendable {
        let image: MPImage
        let timestamp: Int
    }

    private struct State: Sendable {
        var clock = FrameClock()
        var isBusy = false
        var waiting: Frame?
        var isClosed = false
        var isCancelled = false
    }

    private let session: TaskSession<Output>
    private let queue: DispatchQueue
    private let isOnQueue = DispatchSpecificKey<Bool>()
    private let state = Locked(State())
    private let deliver: Delivery

    /// Creates a stream.
    /// - Parameters:
    ///   - session: The session that processes the frames.
    ///   - name: The name of the task, for the label of its queue.
    ///   - deliver: Receives the results.
    package init(_ session: TaskSession<Output>, name: String, deliver: @escaping Delivery) {
        self.session = session
        queue = DispatchQueue(label: "lineament.\(name)_\(UUID().uuidString)")
        queue.setSpecific(key: isOnQueue, value: true)
        self.deliver = deliver
    }

    /// Submits a frame and returns at once.
    /// - Throws: ``LineamentError`` if the frame is not later than the last one; nothing is delivered for it then.
    package func push(_ image: MPImage, timestamp: Int) throws {
        _ = try image.regionRotation
        let begins = try state.withLock { state in
            guard !state.isClosed else { throw LineamentError.closed }
            try state.clock.advance(to: timestamp)
            guard !state.isBusy else {
                state.waiting = Frame(image: image, timestamp: timestamp)
                return false
            }
            state.isBusy = true
            return true
        }
        if begins { start(Frame(image: image, timestamp: timestamp)) }
    }

    /// Ends the stream after the frames that it has accepted: once this returns, no delivery will follow.
    ///
    /// Called from within a delivery, it drops a frame that is waiting, as it cannot wait for itself.
    package func close() {
        guard DispatchQueue.getSpecific(key: isOnQueue) == nil else { return cancel() }
        state.withLock { $0.isClosed = true }
        while state.withLock({ $0.isBusy }) { queue.sync {} }
    }

    /// Ends the stream without waiting, and drops the frames that it has accepted.
    func cancel() {
        state.withLock { state in
            state.isClosed = true
            state.isCancelled = true
            state.waiting = nil
        }
    }

    /// Processes a frame on the queue, followed by the frame that is waiting by then, if any.
    private func start(_ frame: Frame) {
        queue.async { [self] in
            process(frame)
            let next = state.withLock { state in
                defer { state.waiting = nil }
                state.isBusy = state.waiting != nil
                return state.waiting
            }
            if let next { start(next) }
        }
    }

    private func process(_ frame: Frame) {
        guard !isCancelled else { return }
        let result = Result {
            try session.detect(videoFrame: frame.image, timestampInMilliseconds: frame.timestamp)
        }
        guard !isCancelled else { return }
        switch result {
        case .success: deliver(result, frame.image, frame.timestamp)
        case .failure: deliver(result, frame.image, Self.timeOfErrors)
        }
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }
}

/// Forwards the results of a live stream to a delegate. Retains neither the delegate nor the task.
final class LiveStreamReceiver<Task: AnyObject & Sendable, Output: Sendable>: @unchecked Sendable {
    // Sound: both references are set before the task can be called and never changed.

    /// Calls the delegate's method with a result or an error.
    typealias Call =
        @Sendable (
            _ delegate: AnyObject, _ task: Task, _ output: Output?, _ timestamp: Int, _ error: (any Error)?
        ) -> Void

    private weak var delegate: AnyObject?
    private let call: Call
    /// The task that is passed to the delegate as the origin of results.
    weak var task: Task?

    init(_ delegate: AnyObject, call: @escaping Call) {
        self.delegate = delegate
        self.call = call
    }

    /// The closure that a stream calls with each result.
    var delivery: LiveStream<Output>.Delivery {
        { [self] result, _, timestamp in deliver(result, timestamp: timestamp) }
    }

    private func deliver(_ result: Result<Output, any Error>, timestamp: Int) {
        guard let task, let delegate else { return }
        switch result {
        case .success(let output): call(delegate, task, output, timestamp, nil)
        case .failure(let error): call(delegate, task, nil, timestamp, error)
        }
    }
}

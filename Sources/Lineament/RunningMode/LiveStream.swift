internal import Foundation

/// Processes frames as they arrive: at most one frame is processed while another waits, and a newer frame replaces the
/// waiting one.
///
/// Frames are processed and results delivered on one thread, so results arrive in order and a slow receiver causes frames
/// to be dropped rather than queued. The thread is the stream's own, as queues of libdispatch do not work in a process
/// that was forked from one that used them.
package final class LiveStream<Output: Sendable>: @unchecked Sendable {
    // Sound: the state is accessed under `changed` only.

    /// Receives each result, or error, with its frame and the timestamp.
    package typealias Delivery = @Sendable (Result<Output, any Error>, _ frame: MPImage, _ timestamp: Int) -> Void

    private struct Frame: Sendable {
        let image: MPImage
        let timestamp: Int
    }

    private let session: TaskSession<Output>
    private let name: String
    private let deliver: Delivery

    private let changed = NSCondition()
    private var clock = FrameClock()
    private var inWork: Frame?
    private var waiting: Frame?
    private var thread: Thread?
    private var isClosed = false
    private var isCancelled = false

    /// Creates a stream.
    /// - Parameters:
    ///   - session: The session that processes the frames.
    ///   - name: The name of the task, for that of its thread.
    ///   - deliver: Receives the results.
    package init(_ session: TaskSession<Output>, name: String, deliver: @escaping Delivery) {
        self.session = session
        self.name = name
        self.deliver = deliver
    }

    /// Submits a frame and returns at once.
    /// - Throws: ``LineamentError`` if the frame is not later than the last one; nothing is delivered for it then.
    package func push(_ image: MPImage, timestamp: Int) throws {
        _ = try image.regionRotation
        try changed.withLock {
            guard !isClosed else { throw LineamentError.closed }
            try clock.advance(to: timestamp)
            let frame = Frame(image: image, timestamp: timestamp)
            guard inWork == nil else {
                waiting = frame
                return
            }
            inWork = frame
            if thread == nil { start() }
            changed.broadcast()
        }
    }

    /// Ends the stream after the frames that it has accepted: once this returns, no delivery will follow.
    ///
    /// Called from within a delivery, it drops a frame that is waiting, as it cannot wait for itself.
    package func close() {
        changed.withLock {
            isClosed = true
            changed.broadcast()
            if thread === Thread.current {
                isCancelled = true
                waiting = nil
            } else {
                while thread != nil { changed.wait() }
            }
        }
    }

    /// Ends the stream without waiting, and drops the frames that it has accepted.
    func cancel() {
        changed.withLock {
            isClosed = true
            isCancelled = true
            waiting = nil
            changed.broadcast()
        }
    }

    /// Starts the thread, which ends with the stream.
    private func start() {
        let thread = Thread { [self] in
            while let frame = frameInWork() {
                process(frame)
                changed.withLock { (inWork, waiting) = (waiting, nil) }
            }
        }
        thread.name = name
        thread.qualityOfService = .userInitiated
        self.thread = thread
        thread.start()
    }

    /// Waits for the frame to process; returns `nil` at the end of the stream.
    private func frameInWork() -> Frame? {
        changed.withLock {
            while inWork == nil, !isClosed { changed.wait() }
            if inWork == nil {
                thread = nil
                changed.broadcast()
            }
            return inWork
        }
    }

    private func process(_ frame: Frame) {
        guard !changed.withLock({ isCancelled }) else { return }
        let result = Result {
            try session.detect(videoFrame: frame.image, timestampInMilliseconds: frame.timestamp)
        }
        guard !changed.withLock({ isCancelled }) else { return }
        deliver(result, frame.image, frame.timestamp)
    }
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

    /// The timestamp that accompanies an error, as in MediaPipe.
    private static var timeOfErrors: Int { Int.min }

    private func deliver(_ result: Result<Output, any Error>, timestamp: Int) {
        guard let task, let delegate else { return }
        switch result {
        case .success(let output): call(delegate, task, output, timestamp, nil)
        case .failure(let error): call(delegate, task, nil, Self.timeOfErrors, error)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Processes frames as they arrive: at most one frame is processed while another waits, and a newer frame replaces the
/// waiting one.
///
/// Frames are processed on one thread and results delivered on another, in order, so a receiver that is slow for a while
/// costs no frames. As soon as ``maxBacklog`` results wait for it, no frame is processed, and new ones replace the
/// waiting one. The threads are the stream's own, as queues of libdispatch do not work in a process that was forked from
/// one that used them.
package final class LiveStream<Output: Sendable>: @unchecked Sendable {
    // Sound: the state is accessed under `changed` only.

    /// Receives each result, or error, with its frame and the timestamp.
    package typealias Delivery = @Sendable (Result<Output, any Error>, _ frame: MPImage, _ timestamp: Int) -> Void

    private struct Frame: Sendable {
        let image: MPImage
        let timestamp: Int
        /// Whether the frame is the first that is processed after ``LiveStream/reset()``.
        var startsVideo = false
    }

    private struct Outcome: Sendable {
        let result: Result<Output, any Error>
        let frame: Frame
    }

    /// The number of results that may wait for the receiver, each with its frame.
    package static var maxBacklog: Int { 8 }

    private let session: TaskSession<Output>
    private let name: String
    private let deliver: Delivery

    private let changed = NSCondition()
    private var clock = FrameClock()
    /// Whether the next frame to be processed is the first of a new video.
    private var isReset = false
    private var inWork: Frame?
    private var waiting: Frame?
    private var undelivered: [Outcome] = []
    /// The thread that processes frames; `nil` before the first frame and after the last.
    private var processor: Thread?
    /// The thread that delivers results; `nil` before the first frame and after the last result.
    private var messenger: Thread?
    private var isClosed = false
    private var isCancelled = false

    /// Creates a stream.
    /// - Parameters:
    ///   - session: The session that processes the frames.
    ///   - name: The name of the task, for those of its threads.
    ///   - deliver: Receives the results.
    package init(_ session: TaskSession<Output>, name: String, deliver: @escaping Delivery) {
        self.session = session
        self.name = name
        self.deliver = deliver
    }

    /// Submits a frame and returns at once.
    /// - Throws: ``LineamentError`` if the frame is not later than the last one, or its orientation is not accepted;
    ///   nothing is delivered for it then.
    package func push(_ image: MPImage, timestamp: Int) throws {
        try session.checkOrientation(of: image)
        // Released without the lock, as the owner of the pixels may be told so.
        var replaced: Frame?
        try changed.withLock {
            guard !isClosed else { throw LineamentError.closed }
            try clock.advance(to: timestamp)
            replaced = waiting
            waiting = Frame(image: image, timestamp: timestamp)
            takeWaiting()
            if processor == nil { start() }
            changed.broadcast()
        }
        withExtendedLifetime(replaced) {}
    }

    /// Starts a new video: the next frame counts as the first and may have any timestamp.
    ///
    /// The waiting frame is dropped; results of frames already in progress are still delivered.
    package func reset() {
        var dropped: Frame?
        changed.withLock {
            guard !isClosed else { return }
            dropped = waiting
            waiting = nil
            clock = FrameClock()
            isReset = true
        }
        withExtendedLifetime(dropped) {}
    }

    /// Ends the stream after the frames that it has accepted: once this returns, no delivery will follow.
    ///
    /// Called from within a delivery, it drops the frames and results that are waiting, as it cannot wait for itself.
    package func close() {
        let isWithin = changed.withLock { () -> Bool in
            isClosed = true
            changed.broadcast()
            return Thread.current === messenger || Thread.current === processor
        }
        if isWithin { return cancel() }
        changed.withLock {
            while processor != nil || messenger != nil { changed.wait() }
        }
    }

    /// Ends the stream without waiting, and drops the frames that it has accepted and the results not yet delivered.
    func cancel() {
        var dropped: (Frame?, [Outcome]) = (nil, [])
        changed.withLock {
            isClosed = true
            isCancelled = true
            dropped = (waiting, undelivered)
            waiting = nil
            undelivered = []
            changed.broadcast()
        }
        withExtendedLifetime(dropped) {}
    }

    /// Begins to work on the waiting frame if there is room for its result. The lock is held.
    private func takeWaiting() {
        guard inWork == nil, var next = waiting, undelivered.count < Self.maxBacklog else { return }
        next.startsVideo = isReset
        isReset = false
        inWork = next
        waiting = nil
    }

    /// Starts the threads, which end with the stream. The lock is held.
    private func start() {
        processor = thread(name) { [self] in
            while let frame = frameInWork() { process(frame) }
        }
        messenger = thread("\(name).delivery") { [self] in
            while let outcome = nextOutcome() { deliver(outcome.result, outcome.frame.image, outcome.frame.timestamp) }
        }
        processor?.start()
        messenger?.start()
    }

    private func thread(_ name: String, _ work: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread(block: work)
        thread.name = name
        thread.qualityOfService = .userInitiated
        return thread
    }

    /// Waits for the frame to process; returns `nil` at the end of the stream.
    private func frameInWork() -> Frame? {
        var dropped: Frame?
        defer { withExtendedLifetime(dropped) {} }
        return changed.withLock { () -> Frame? in
            while inWork == nil, !isClosed || waiting != nil { changed.wait() }
            if isCancelled {
                dropped = inWork
                inWork = nil
            }
            if inWork == nil {
                processor = nil
                changed.broadcast()
            }
            return inWork
        }
    }

    private func process(_ frame: Frame) {
        if frame.startsVideo { session.reset() }
        let result = Result {
            try session.detect(videoFrame: frame.image, timestampInMilliseconds: frame.timestamp)
        }
        changed.withLock {
            inWork = nil
            if !isCancelled { undelivered.append(Outcome(result: result, frame: frame)) }
            takeWaiting()
            changed.broadcast()
        }
    }

    /// Waits for the result to deliver; returns `nil` once there will be no other.
    private func nextOutcome() -> Outcome? {
        changed.withLock { () -> Outcome? in
            while undelivered.isEmpty, processor != nil, !isCancelled { changed.wait() }
            guard !undelivered.isEmpty else {
                messenger = nil
                changed.broadcast()
                return nil
            }
            let outcome = undelivered.removeFirst()
            takeWaiting()
            changed.broadcast()
            return outcome
        }
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

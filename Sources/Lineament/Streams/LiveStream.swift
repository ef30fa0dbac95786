internal import LiteRT
internal import Dispatch
internal import Foundation

/// Works on frames as they come: one in work and one waiting, which a later frame replaces.
///
/// Work and delivery happen on one serial queue, so results come in order, and a slow receiver makes frames drop
/// rather than pile up.
final class LiveStream<Worker: FrameWorker>: Sendable {
    typealias Delivery = @Sendable (Result<Worker.Output, any Error>, _ timestamp: Int) -> Void

    /// The time reported with an error, as in MediaPipe.
    static var timeOfErrors: Int { Int.min }

    private struct Frame: Sendable {
        let image: MPImage
        let timestamp: Int
    }

    private struct State: Sendable {
        var clock = FrameClock()
        var isWorking = false
        var waiting: Frame?
        var isClosed = false
    }

    private let session: FrameSession<Worker>
    private let queue: DispatchQueue
    private let isOnQueue = DispatchSpecificKey<Bool>()
    private let state = Guarded(State())
    private let deliver: Delivery

    init(_ worker: Worker, name: String, deliver: @escaping Delivery) {
        session = FrameSession(worker)
        queue = DispatchQueue(label: "lineament.\(name)_\(UUID().uuidString)")
        queue.setSpecific(key: isOnQueue, value: true)
        self.deliver = deliver
    }

    /// Takes a frame and returns at once.
    /// - Throws: ``LineamentError`` unless the frame is later than the one before; nothing is delivered then.
    func push(_ image: MPImage, timestamp: Int) throws {
        _ = try image.regionRotation
        let begins = try state.withLock { state in
            guard !state.isClosed else { throw LineamentError.closed }
            try state.clock.advance(to: timestamp)
            guard !state.isWorking else {
                state.waiting = Frame(image: image, timestamp: timestamp)
                return false
            }
            state.isWorking = true
            return true
        }
        if begins { start(Frame(image: image, timestamp: timestamp)) }
    }

    /// Ends the stream: when this returns no delivery is under way and none follows.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = nil
        }
        // From within a delivery there is nothing to wait for but that delivery itself.
        if DispatchQueue.getSpecific(key: isOnQueue) == nil { queue.sync {} }
    }

    private func start(_ frame: Frame) {
        queue.async { [self] in
            work(on: frame)
            let next = state.withLock { state in
                defer { state.waiting = nil }
                state.isWorking = state.waiting != nil
                return state.waiting
            }
            if let next { start(next) }
        }
    }

    private func work(on frame: Frame) {
        guard !isClosed else { return }
        let result = Result { try session.process(frame.image, timestamp: frame.timestamp) }
        guard !isClosed else { return }
        switch result {
        case .success: deliver(result, frame.timestamp)
        case .failure: deliver(result, Self.timeOfErrors)
        }
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }
}

extension LineamentError {
    static var closed: LineamentError {
        LineamentError(.failedPrecondition, "The task was closed. Make a new one.")
    }
}

internal import Synchronization

/// A task in its running mode: which calls are allowed, and where frames go.
final class VisionTask<Worker: FrameWorker>: Sendable {
    let worker: Worker
    private let mode: RunningMode
    private let imageClock = ImageClock()
    private let session: FrameSession<Worker>
    private let stream: LiveStream<Worker>?
    private let isClosed = Atomic(false)

    /// - Parameter delivery: where results of a live stream go; needed in that mode and only there.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is missing or superfluous.
    init(_ worker: Worker, mode: RunningMode, name: String, delivery: LiveStream<Worker>.Delivery?) throws {
        self.worker = worker
        self.mode = mode
        session = FrameSession(worker)
        switch (mode, delivery) {
        case (.liveStream, let delivery?):
            stream = LiveStream(worker, name: name, deliver: delivery)
        case (.liveStream, nil):
            throw LineamentError(
                .invalidArgument,
                "The vision task is in live stream mode. An object must be set as the delegate of the task in its "
                    + "options to ensure asynchronous delivery of results.")
        case (.image, nil), (.video, nil):
            stream = nil
        case (.image, _?), (.video, _?):
            throw LineamentError(
                .invalidArgument,
                "The vision task is in image or video mode. The delegate must not be set in the task's options.")
        }
    }

    deinit { stream?.close() }

    func detect(image: MPImage) throws -> Worker.Output {
        try require(.image)
        _ = try image.regionRotation
        return try worker.process(image, timestamp: imageClock.next())
    }

    func detect(videoFrame: MPImage, timestamp: Int) throws -> Worker.Output {
        try require(.video)
        return try session.process(videoFrame, timestamp: timestamp)
    }

    func detectAsync(image: MPImage, timestamp: Int) throws {
        try require(.liveStream)
        try stream?.push(image, timestamp: timestamp)
    }

    func reset() { session.reset() }

    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        stream?.close()
    }

    private func require(_ needed: RunningMode) throws {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else { throw LineamentError.closed }
        guard mode == needed else {
            throw LineamentError(
                .invalidArgument,
                "The vision task is not initialized with \(needed.description.lowercased()) mode. "
                    + "Current Running Mode: \(mode)")
        }
    }
}

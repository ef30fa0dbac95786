internal import Synchronization

/// A task in its running mode: which calls are allowed, and where frames go.
final class TaskRunner<Pipeline: FramePipeline>: Sendable {
    let pipeline: Pipeline
    private let mode: RunningMode
    private let imageCount = Atomic<Int>(0)
    private let session: FrameSession<Pipeline>
    private let stream: LiveStream<Pipeline>?
    private let isClosed = Atomic(false)

    /// - Parameter delivery: where results of a live stream go; needed in that mode and only there.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is missing or superfluous.
    init(_ pipeline: Pipeline, mode: RunningMode, name: String, delivery: LiveStream<Pipeline>.Delivery?) throws {
        self.pipeline = pipeline
        self.mode = mode
        session = FrameSession(pipeline)
        switch (mode, delivery) {
        case (.liveStream, let delivery?):
            stream = LiveStream(pipeline, name: name, deliver: delivery)
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

    deinit { stream?.cancel() }

    func detect(image: MPImage) throws -> Pipeline.Output {
        try require(.image)
        _ = try image.regionRotation
        return try pipeline.process(image, timestamp: nextImageTime())
    }

    func detect(videoFrame: MPImage, timestamp: Int) throws -> Pipeline.Output {
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

    /// The time that MediaPipe gives single images: 0 for the first, then one second more for each.
    private func nextImageTime() -> Int {
        imageCount.wrappingAdd(1, ordering: .relaxed).oldValue &* 1000
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

extension LineamentError {
    static var closed: LineamentError {
        LineamentError(.failedPrecondition, "The task was closed. Make a new one.")
    }
}

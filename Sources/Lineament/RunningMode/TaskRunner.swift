internal import Synchronization

/// Applies the rules of running modes to a pipeline: which calls are allowed, and how their images are processed.
///
/// Every public task consists of one runner; sessions bypass it and use the pipeline directly.
final class TaskRunner<Pipeline: FramePipeline>: Sendable {
    let pipeline: Pipeline
    private let mode: RunningMode
    private let imageCount = Atomic<Int>(0)
    private let session: FrameSession<Pipeline>
    private let stream: LiveStream<Pipeline.Output>?
    private let isClosed = Atomic(false)

    /// Creates a runner for one running mode.
    /// - Parameters:
    ///   - pipeline: The computation of the task.
    ///   - mode: The running mode.
    ///   - name: The name of the task, for those of its threads.
    ///   - delivery: Receives the results of a live stream; required in live-stream mode and forbidden in the others.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if `delivery` is missing or superfluous.
    init(_ pipeline: Pipeline, mode: RunningMode, name: String, delivery: LiveStream<Pipeline.Output>.Delivery?) throws
    {
        self.pipeline = pipeline
        self.mode = mode
        session = FrameSession(pipeline)
        switch (mode, delivery) {
        case (.liveStream, let delivery?):
            stream = LiveStream(TaskSession(pipeline), name: name, deliver: delivery)
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
        try image.checkOrientation(acceptsMirrored: pipeline.acceptsMirroredOrientations)
        return try pipeline.process(anyOrientation: image, timestamp: nextImageTime())
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

    /// Returns the timestamp that MediaPipe gives single images: 0 for the first, then 1000 ms more for each.
    private func nextImageTime() -> Int {
        imageCount.wrappingAdd(1, ordering: .relaxed).oldValue &* 1000
    }

    /// Checks that the task is open and in the given mode.
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
    /// The error of every call on a closed task.
    static var closed: LineamentError {
        LineamentError(.failedPrecondition, "The task has been closed. Create a new one.")
    }
}

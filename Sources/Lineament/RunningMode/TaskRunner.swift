// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Applies the rules of running modes to a pipeline: which calls are allowed, and how their images are processed.
///
/// Every public task consists of one runner; sessions bypass it and use the pipeline directly.
final class TaskRunner<Pipeline: FramePipeline>: Sendable {
    /// A running mode, with the state that it has besides the pipeline.
    private enum Mode: Sendable {
        case image
        case video(FrameSession<Pipeline>)
        case liveStream(LiveStream<Pipeline.Output>)

        var runningMode: RunningMode {
            switch self {
            case .image: .image
            case .video: .video
            case .liveStream: .liveStream
            }
        }
    }

    let pipeline: Pipeline
    private let mode: Mode
    private let imageCount = Atomic<Int>(0)
    private let isClosed = Atomic(false)
    /// Ends calls that run while the task is closed.
    private let closing = Cancellation(LineamentError.closed)

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
        switch (mode, delivery) {
        case (.liveStream, let delivery?):
            self.mode = .liveStream(LiveStream(TaskSession(pipeline), name: name, deliver: delivery))
        case (.liveStream, nil):
            throw LineamentError(
                .invalidArgument,
                "The vision task is in live stream mode. An object must be set as the delegate of the task in its "
                    + "options to ensure asynchronous delivery of results.")
        case (.image, nil): self.mode = .image
        case (.video, nil): self.mode = .video(FrameSession(pipeline))
        case (.image, _?), (.video, _?):
            throw LineamentError(
                .invalidArgument,
                "The vision task is in image or video mode. The delegate must not be set in the task's options.")
        }
    }

    deinit {
        if case .liveStream(let stream) = mode { stream.cancel() }
    }

    func detect(image: MPImage) throws -> Pipeline.Output {
        guard case .image = try openMode() else { throw refused(.image) }
        try image.checkOrientation(acceptsMirrored: pipeline.acceptsMirroredOrientations)
        return try Deadline.within(closing) {
            try CoreLoad.shared.call { try pipeline.process(anyOrientation: image, timestamp: nextImageTime()) }
        }
    }

    func detect(videoFrame: MPImage, timestamp: Int) throws -> Pipeline.Output {
        guard case .video(let session) = try openMode() else { throw refused(.video) }
        return try Deadline.within(closing) { try session.process(videoFrame, timestamp: timestamp) }
    }

    func detectAsync(image: MPImage, timestamp: Int) throws {
        guard case .liveStream(let stream) = try openMode() else { throw refused(.liveStream) }
        try stream.push(image, timestamp: timestamp)
    }

    func reset() {
        switch mode {
        case .image: break
        case .video(let session): session.reset()
        case .liveStream(let stream): stream.reset()
        }
    }

    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        closing.cancel()
        if case .liveStream(let stream) = mode { stream.close() }
    }

    /// Returns the timestamp that MediaPipe gives single images: 0 for the first, then 1000 ms more for each.
    private func nextImageTime() -> Int {
        imageCount.wrappingAdd(1, ordering: .relaxed).oldValue &* 1000
    }

    /// Returns the mode of the task.
    /// - Throws: ``LineamentError`` with code `failedPrecondition` if the task has been closed.
    private func openMode() throws -> Mode {
        guard !isClosed.load(ordering: .sequentiallyConsistent) else { throw LineamentError.closed }
        return mode
    }

    /// Returns the error of a call that needs another mode.
    private func refused(_ needed: RunningMode) -> LineamentError {
        LineamentError(
            .invalidArgument,
            "The vision task is not initialized with \(needed.description.lowercased()) mode. "
                + "Current Running Mode: \(mode.runningMode)",
            recoverySuggestion:
                "Set runningMode of the task's options to .\(needed.caseName), or call \(mode.runningMode.call).")
    }
}

extension RunningMode {
    /// The name of the case.
    fileprivate var caseName: String {
        switch self {
        case .image: "image"
        case .video: "video"
        case .liveStream: "liveStream"
        }
    }

    /// The method of a task that goes with the mode.
    fileprivate var call: String {
        switch self {
        case .image: "detect(image:)"
        case .video: "detect(videoFrame:timestampInMilliseconds:)"
        case .liveStream: "detectAsync(image:timestampInMilliseconds:)"
        }
    }
}

extension LineamentError {
    /// The error of every call on a closed task.
    static var closed: LineamentError {
        LineamentError(.failedPrecondition, "The task has been closed. Create a new one.")
    }
}

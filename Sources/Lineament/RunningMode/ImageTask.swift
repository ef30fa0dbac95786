/// What all tasks can do with images and videos.
public protocol ImageTask: Sendable {
    /// The task's result.
    associatedtype Output: Sendable

    /// Processes an image. Blocks until the result is there. Image mode only.
    func detect(image: MPImage) throws -> Output

    /// Another video over the loaded models, whatever the task's running mode.
    func makeSession() -> TaskSession<Output>
}

extension ImageTask {
    /// The result for an image, without blocking the caller's thread.
    ///
    /// As many images are processed at once as there are cores; the others wait, and one whose task is cancelled while it
    /// waits is never processed.
    /// - Throws: what ``detect(image:)`` throws; `CancellationError`.
    public func result(for image: MPImage) async throws -> Output {
        try await BlockingExecutor.shared.run { [self] in try detect(image: image) }
    }

    /// The results for the frames of a video, in a session of its own.
    ///
    /// ```swift
    /// for try await result in landmarker.results(for: frames) {
    ///     print(result.timestampInMilliseconds, result.trackIDs)
    /// }
    /// ```
    /// - Parameters:
    ///   - frames: images with increasing times, such as `VideoReader.frames`.
    ///   - policy: what happens to frames that come while another is processed. Default: the source waits.
    public func results<Frames: AsyncSequence & Sendable>(
        for frames: Frames, policy: FramePolicy = .wait
    ) -> FrameResults<Output> where Frames.Element: TimedFrame {
        FrameResults(of: frames, policy: policy) { [self] in
            let session = makeSession()
            return { frame in try session.detect(frame) }
        }
    }
}

/// An image with a time: a frame of a video.
public protocol TimedFrame: Sendable {
    /// The image.
    var image: MPImage { get }
    /// The time in milliseconds; increases from frame to frame.
    var timestampInMilliseconds: Int { get }
}

/// An image and its time.
public struct TimedImage: TimedFrame {
    /// The image.
    public let image: MPImage
    /// The time in milliseconds; must increase from frame to frame.
    public let timestampInMilliseconds: Int

    /// An image at a time.
    public init(image: MPImage, timestampInMilliseconds: Int) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}

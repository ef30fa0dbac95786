// SPDX-License-Identifier: Apache-2.0

/// The operations that all tasks have for images and videos.
public protocol ImageTask: Sendable {
    /// The result of the task.
    associatedtype Output: Sendable

    /// Processes an image. Blocks until done; image mode only.
    func detect(image: MPImage) throws -> Output

    /// Returns a session for another video that shares the loaded models, regardless of the task's running mode.
    func makeSession() -> TaskSession<Output>
}

extension ImageTask {
    /// Processes an image within a time limit. Blocks until done; image mode only.
    ///
    /// The limit is checked before each inference, so it also bounds the search of a large image for small faces and
    /// people.
    ///
    /// ```swift
    /// let result = try landmarker.detect(image: image, timeLimit: 5)
    /// ```
    /// - Parameters:
    ///   - image: The image.
    ///   - seconds: The time limit, in seconds.
    /// - Throws: The error of ``detect(image:)``; ``LineamentError`` with code `deadlineExceeded` after the limit, or
    ///   `invalidArgument` if it is not positive.
    public func detect(image: MPImage, timeLimit seconds: Double) throws -> Output {
        try Deadline.within(seconds) { try detect(image: image) }
    }

    /// Returns the result for an image without blocking the caller's thread.
    ///
    /// As many images are processed at once as there are cores; others wait. An image whose task is canceled while it
    /// waits is never processed.
    /// - Throws: The error of ``detect(image:)``; `CancellationError`.
    public func result(for image: MPImage) async throws -> Output {
        try await BlockingExecutor.shared.run { [self] in try detect(image: image) }
    }

    /// Returns the results for the frames of a video, processed in a session of its own.
    ///
    /// ```swift
    /// for try await result in landmarker.results(for: frames) {
    ///     print(result.timestampInMilliseconds, result.trackIDs)
    /// }
    /// ```
    /// - Parameters:
    ///   - frames: Images with increasing timestamps, such as `VideoReader.frames`.
    ///   - policy: The treatment of frames that arrive while another is being processed. Default: the source waits.
    public func results<Frames: AsyncSequence & Sendable>(
        for frames: Frames, policy: FramePolicy = .wait
    ) -> FrameResults<Output> where Frames.Element: TimedFrame {
        FrameResults(of: frames, policy: policy) { [self] in
            let session = makeSession()
            return { frame in try session.detect(frame) }
        }
    }
}

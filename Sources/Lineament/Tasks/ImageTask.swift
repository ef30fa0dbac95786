/// What all tasks can do with pictures and videos.
public protocol ImageTask: Sendable {
    associatedtype Output: Sendable

    /// Looks at a picture. Waits for the result. Image mode only.
    func detect(image: MPImage) throws -> Output

    /// A new video over the loaded models, whatever the task's mode.
    func makeSession() -> TaskSession<Output>
}

extension ImageTask {
    /// As ``detect(image:)``, without blocking the caller's thread.
    public func result(for image: MPImage) async throws -> Output {
        try await offMainThread { [self] in try detect(image: image) }
    }

    /// The results for the frames of a video, in a session of their own.
    ///
    /// ```swift
    /// for try await result in landmarker.results(for: frames) {
    ///     print(result.timestampInMilliseconds, result.trackIDs)
    /// }
    /// ```
    /// - Parameters:
    ///   - frames: pictures with growing times.
    ///   - policy: what happens to frames that come while another is in work. Default: the source waits.
    public func results<Frames: AsyncSequence & Sendable>(
        for frames: Frames, policy: FramePolicy = .wait
    ) -> FrameResults<Output> where Frames.Element == TimedImage {
        FrameResults(of: frames, policy: policy) { [self] in
            let session = makeSession()
            return { frame in
                try session.detect(
                    videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds)
            }
        }
    }
}

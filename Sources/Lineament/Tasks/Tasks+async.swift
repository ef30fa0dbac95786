extension FaceLandmarker {
    /// As ``detect(image:)``, without blocking the caller's thread.
    public func result(for image: MPImage) async throws -> FaceLandmarkerResult {
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
    ) -> FrameResults<FaceLandmarkerResult> where Frames.Element == TimedImage {
        FrameResults(of: frames, policy: policy) { [self] in
            let session = makeSession()
            return { frame in
                try session.detect(
                    videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds)
            }
        }
    }
}

extension FaceDetector {
    /// As ``detect(image:)``, without blocking the caller's thread.
    public func result(for image: MPImage) async throws -> FaceDetectorResult {
        try await offMainThread { [self] in try detect(image: image) }
    }

    /// The results for the frames of a video, in a session of their own.
    /// - Parameters:
    ///   - frames: pictures with growing times.
    ///   - policy: what happens to frames that come while another is in work. Default: the source waits.
    public func results<Frames: AsyncSequence & Sendable>(
        for frames: Frames, policy: FramePolicy = .wait
    ) -> FrameResults<FaceDetectorResult> where Frames.Element == TimedImage {
        FrameResults(of: frames, policy: policy) { [self] in
            let session = makeSession()
            return { frame in
                try session.detect(
                    videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds)
            }
        }
    }
}

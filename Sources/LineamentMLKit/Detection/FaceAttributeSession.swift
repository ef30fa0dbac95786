package import Lineament
internal import Locking

/// One video of the task for face attributes: the tracks of its faces, and a check that timestamps increase.
package final class FaceAttributeSession: Sendable {
    private struct State: Sendable {
        var tracking: VisionFaceDetector
        var clock = FrameClock()
    }

    private let detector: VisionFaceDetector
    private let state: Locked<State>

    fileprivate init(_ detector: VisionFaceDetector) {
        self.detector = detector
        state = Locked(State(tracking: detector.makeTracking()))
    }

    /// Returns the faces in the next frame, with positions in pixels of the frame as stored. Concurrent calls are
    /// serialized.
    /// - Throws: `LineamentError` with code `invalidArgument` if the timestamp does not increase; the tracks are
    ///   unchanged then.
    package func faces(in frame: MPImage, timestampInMilliseconds timestamp: Int) throws -> [VisionFace] {
        try state.withLock { state in
            try state.clock.advance(to: timestamp)
            return try state.tracking.faces(in: frame, timestamp: timestamp)
        }
    }

    /// Starts a new video.
    package func reset() { state.withLock { $0 = State(tracking: detector.makeTracking()) } }
}

extension VisionFaceDetector {
    /// Returns a detector of face attributes, with its models loaded. It does not track; its sessions do.
    /// - Parameters:
    ///   - options: Options made from those of `VisionFaceDetectorOptions.ofAttributes`.
    ///   - base: The threads and the hardware; the models are the task's own.
    package static func ofAttributes(
        _ options: VisionFaceDetectorOptions, _ base: BaseOptions = BaseOptions()
    ) throws -> VisionFaceDetector {
        let detector = Vision.vision().faceDetector(options: options)
        try detector.loadModels(threads: base.numThreads, gpu: base.gpu)
        return detector
    }

    /// Returns the faces in an image, with positions in pixels of the image as stored.
    package func faces(in image: MPImage) throws -> [VisionFace] { try faces(in: image, timestamp: 0) }

    /// Returns a session for one video that shares the loaded models.
    package func makeSession() -> FaceAttributeSession { FaceAttributeSession(self) }

    fileprivate func faces(in image: MPImage, timestamp: Int) throws -> [VisionFace] {
        let sample = SampleBuffer(pixelBuffer: image.pixels, presentationTimeInMilliseconds: timestamp)
        let vision = VisionImage(buffer: sample)
        vision.orientation = image.orientation
        return try results(in: vision)
    }
}

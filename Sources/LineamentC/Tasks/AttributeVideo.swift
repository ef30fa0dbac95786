internal import Lineament
internal import LineamentMLKit
internal import Synchronization

/// The tracks of one video in ML Kit's terms.
final class AttributeVideo: Sendable {
    private struct State: Sendable {
        var tracking: VisionFaceDetector
        var clock = FrameClock()
    }

    private let detector: VisionFaceDetector
    private let state: Mutex<State>

    init(_ detector: VisionFaceDetector) {
        self.detector = detector
        state = Mutex(State(tracking: detector.makeTracking()))
    }

    /// Returns the faces of the next frame.
    /// - Throws: `LineamentError` with code `invalidArgument` if the timestamp does not increase.
    func faces(in frame: MPImage, time: Int) throws -> [VisionFace] {
        try state.withLock { state in
            try state.clock.advance(to: time)
            return try state.tracking.faces(in: frame, time: time)
        }
    }

    func reset() { state.withLock { $0 = State(tracking: detector.makeTracking()) } }
}

extension VisionFaceDetector {
    /// Returns the faces in an image, with positions in pixels of the image as stored.
    func faces(in image: MPImage, time: Int) throws -> [VisionFace] {
        let sample = SampleBuffer(pixelBuffer: image.pixels, presentationTimeInMilliseconds: time)
        let vision = VisionImage(buffer: sample)
        vision.orientation = image.orientation
        return try results(in: vision)
    }
}

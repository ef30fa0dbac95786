internal import Dispatch
internal import Lineament
internal import LiteRT

/// The detector behind ``PoseDetector``. It loads its models with the first image, because ML Kit's factory cannot
/// throw.
final class PoseDetectionEngine: DetectionEngine {
    /// The video that a detector in stream mode is given.
    private struct Stream: Sendable {
        var session: PoseLandmarkerSession?
        var lastTime: Int?
    }

    /// The interval, in milliseconds, assumed between frames without increasing timestamps: about that of video at 30
    /// frames per second.
    private static let frameMilliseconds = 33
    /// The timestamps, in milliseconds, that are used: 253 years either way. Sessions accept 285, which leaves room for
    /// frames without a timestamp after the last one.
    private static let usableTimes = -8_000_000_000_000...8_000_000_000_000

    let queue: DispatchQueue?
    private let mode: PoseDetectorMode
    private let landmarker = Locked<PoseLandmarker?>(nil)
    private let stream = Locked(Stream())

    init(_ mode: PoseDetectorMode) {
        self.mode = mode
        queue = mode == .singleImage ? nil : DispatchQueue(label: "lineament.mlkit.poses", qos: .userInitiated)
    }

    /// Returns the person in an image; empty if there is nobody.
    /// - Throws: `LineamentError` for a missing model or an unusable image.
    func results(in input: DetectorInput) throws -> [Pose] {
        // Upright, because results for a `UIImage` are in coordinates of the displayed image.
        let upright = try input.upright()
        let image = try MPImage(upright: upright)
        let landmarker = try loadedLandmarker()
        let result =
            if mode == .singleImage {
                try landmarker.detect(image: image)
            } else {
                try nextResult(for: image, time: input.time, landmarker)
            }
        return result.poses.prefix(1).map { Pose($0, in: upright, isDisplayed: input.isDisplayed) }
    }

    /// Returns the result for the next frame; concurrent calls are serialized.
    private func nextResult(
        for frame: MPImage, time: Int?, _ landmarker: PoseLandmarker
    ) throws -> PoseLandmarkerResult {
        try stream.withLock { stream in
            let session = stream.session ?? landmarker.makeSession()
            stream.session = session
            var next = stream.lastTime.map { $0 + Self.frameMilliseconds } ?? 0
            if let time, Self.usableTimes.contains(time), stream.lastTime.map({ time > $0 }) ?? true { next = time }
            stream.lastTime = next
            return try session.detect(videoFrame: frame, timestampInMilliseconds: next)
        }
    }

    /// Returns the models, loading them on first use; a failed load is retried by the next call.
    private func loadedLandmarker() throws -> PoseLandmarker {
        try landmarker.withLock { landmarker in
            if let landmarker { return landmarker }
            let loaded = try PoseLandmarker(options: PoseLandmarkerOptions())
            landmarker = loaded
            return loaded
        }
    }
}

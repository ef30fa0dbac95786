// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Lineament
internal import Locking

/// The detector behind ``PoseDetector``. It loads its models with the first image, because ML Kit's factory cannot
/// throw.
final class PoseDetectionEngine: DetectionEngine {
    /// The video that a detector in stream mode is given.
    private struct Stream: Sendable {
        var session: PoseLandmarkerSession?
        var timestamps = IncreasingTimestamps()
    }

    let queue: DispatchQueue?
    let completions = OrderedCompletions()
    private let mode: PoseDetectorMode
    private let landmarker = Locked<PoseLandmarker?>(nil)
    private let stream = Locked(Stream())

    init(_ mode: PoseDetectorMode) {
        self.mode = mode
        queue = mode == .singleImage ? nil : DispatchQueue(label: "lineament.mlkit.poses", qos: .userInitiated)
    }

    /// Returns the person in an image; empty if no person is found.
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
            return try session.detect(videoFrame: frame, timestampInMilliseconds: stream.timestamps.next(time))
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

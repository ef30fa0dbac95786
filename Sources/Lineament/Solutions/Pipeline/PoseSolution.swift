// SPDX-License-Identifier: Apache-2.0

/// MediaPipe's `Pose`: `pose_landmark_cpu.pbtxt`.
///
/// body → region → landmark model → smoothing → region of the next frame
///
/// Masks are not smoothed: MediaPipe 0.10.21 has an option for that, which has no effect.
struct PoseSolution: SolutionPipeline {
    /// The overlap above which two detections of a body are merged.
    private static let iouThreshold: Float = 0.3

    private let detector: BlazePoseDetector
    private let model: PoseLandmarkModel
    private let options: SolutionOptions

    init(_ options: SolutionOptions) throws {
        self.options = options
        let models = try SolutionModels(options)
        let body = try models.body(complexity: options.model)
        (detector, model) = try mappingRuntimeErrors {
            (
                try BlazePoseDetector(
                    body.detector, iouThreshold: Self.iouThreshold, threading: models.threading, style: .solutions),
                try PoseLandmarkModel(
                    body.landmarks, hasMask: options.hasMask, threading: models.threading, style: .solutions)
            )
        }
    }

    func makeMemory() -> PoseSolutionTrack { PoseSolutionTrack() }

    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout PoseSolutionTrack) throws -> SolutionOutput {
        var output = SolutionOutput()
        guard let body = try body(in: pixels, nanoseconds: nanoseconds, track: &memory) else { return output }
        output.body = SolutionOutput.Body(landmarks: body.landmarks, world: body.world, visibility: body.visibility)
        output.mask = try body.mask(for: pixels.size)
        return output
    }

    /// Returns the smoothed body in an image; `nil` if there is none.
    func body(in pixels: PixelBuffer, nanoseconds: Int64, track: inout PoseSolutionTrack) throws -> DetectedPose? {
        let tracked = options.isStatic ? nil : track.region
        let whole = RotatedRect.wholeImage(pixels.size)
        let region =
            try tracked
            ?? detector.people(in: pixels, part: whole, minScore: options.minDetectionConfidence).regions.first
        let found = try region.flatMap {
            try model.predict(pixels, in: $0, minPresence: options.minTrackingConfidence, usesAllThreads: true)
        }
        guard let found else {
            track.skipFrame()
            return nil
        }
        return track.smoothed(
            found, in: pixels.size, nanoseconds: nanoseconds,
            smoothsLandmarks: options.smoothsLandmarks && !options.isStatic)
    }
}

/// The state that the pose solution keeps from one frame of a video to the next.
struct PoseSolutionTrack: Sendable {
    /// The region in which the body is expected in the next frame; `nil` if there was none.
    private(set) var region: RotatedRect?
    private var smoother = BodySmoother()

    /// Returns the body of the next frame, smoothed. The region is always that of smoothed points.
    mutating func smoothed(
        _ pose: DetectedPose, in size: ImageSize, nanoseconds: Int64, smoothsLandmarks: Bool
    ) -> DetectedPose {
        var placed = smoother.smoothedRegion(pose, in: size, nanoseconds: nanoseconds, style: .solutions)
        region = placed.nextRegion
        let span = pose.span(in: size)
        guard smoothsLandmarks else {
            // Without a filter, MediaPipe converts landmarks to pixels and back all the same, which rounds them.
            var none = LandmarkSmoother(.imageLandmarks)
            placed.landmarks = none.smooth(pose.landmarks, in: size, objectSize: span, nanoseconds: nanoseconds)
            return placed
        }
        return smoother.smoothedLandmarks(placed, in: size, objectSize: span, nanoseconds: nanoseconds)
    }

    /// Advances past a frame without a body. Only what is in the image starts over.
    mutating func skipFrame() {
        region = nil
        smoother.skipFrame()
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The state that a pose landmarker keeps from one frame of a video to the next.
struct PoseTracks: Sendable {
    /// The region in which each tracked person is expected in the next frame.
    var regions: [RotatedRect] = []
    /// Assigns track IDs.
    var tracker = IdentityTracker()
    /// The search for all people with `separation = .distinct`.
    var search: VideoPersonSearch
    /// The single smoother of `Smoothing.mediaPipe`, which persists through frames without a person.
    private var smoother = BodySmoother()
    /// The smoothers of `Smoothing.everyone`, by track ID; those of people missing from a frame are dropped.
    private var smoothers: [Int: BodySmoother] = [:]

    init(longestSearchInterval: Int) { search = VideoPersonSearch(longestInterval: longestSearchInterval) }

    /// Returns the people of the frame, smoothed as the options say.
    /// - Parameters:
    ///   - poses: The people.
    ///   - ids: The track ID of each person.
    ///   - smoothing: Which people are smoothed.
    ///   - numPoses: The number of people that were requested.
    ///   - size: The size of the image, in pixels.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    mutating func smoothed(
        _ poses: [DetectedPose], ids: [Int], by smoothing: Smoothing, numPoses: Int, size: ImageSize, timestamp: Int
    ) -> [DetectedPose] {
        let nanoseconds = FrameClock.nanoseconds(timestamp)
        switch smoothing {
        case .none: return poses
        case .everyone:
            smoothers = smoothers.filter { ids.contains($0.key) }
            return zip(poses, ids).map { pose, id in
                smoothers[id, default: BodySmoother()].smoothedLandmarks(
                    pose, in: size, objectSize: pose.regionSide(in: size), nanoseconds: nanoseconds)
            }
        case .mediaPipe:
            guard numPoses == 1 else { return poses }
            if poses.isEmpty { smoother.skipFrame() }
            return poses.map { pose in
                smoother.smoothedLandmarks(
                    pose, in: size, objectSize: pose.regionSide(in: size), nanoseconds: nanoseconds)
            }
        }
    }
}

extension DetectedPose {
    /// The box that identifies the body from frame to frame: a square around the hips with half the side of the body. A
    /// box around all landmarks would change too fast with the limbs.
    var trackingBox: BoundingBox {
        let size = SIMD2(nextRegion.width, nextRegion.height) / (2 * PoseRegion.margin)
        let center = SIMD2(nextRegion.xCenter, nextRegion.yCenter)
        return BoundingBox(minimum: center - size / 2, maximum: center + size / 2)
    }

    /// Returns the mean side of the region of the next frame, in pixels, which MediaPipe's pose landmarker measures speeds
    /// relative to.
    fileprivate func regionSide(in size: ImageSize) -> Float {
        (nextRegion.width * size.width + nextRegion.height * size.height) / 2
    }
}

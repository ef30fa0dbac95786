/// The state that a pose landmarker keeps from one frame of a video to the next.
struct PoseTracks: Sendable {
    /// The region in which each tracked person is expected in the next frame.
    var regions: [RotatedRect] = []
    /// Assigns track IDs.
    var tracker = IdentityTracker()
    /// The search for everybody with `separation = .distinct`.
    var search = VideoPersonSearch()
    /// The single smoother of `Smoothing.mediaPipe`, which persists through frames without a person.
    private var smoother = PoseSmoother()
    /// The smoothers of `Smoothing.everyone`, by track ID; those of people missing from a frame are dropped.
    private var smoothers: [Int: PoseSmoother] = [:]

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
        switch smoothing {
        case .none: return poses
        case .everyone:
            smoothers = smoothers.filter { ids.contains($0.key) }
            return zip(poses, ids).map { pose, id in
                smoothers[id, default: PoseSmoother()].smooth(pose, in: size, timestamp: timestamp)
            }
        case .mediaPipe:
            guard numPoses == 1 else { return poses }
            if poses.isEmpty { smoother.skipFrame() }
            return poses.map { smoother.smooth($0, in: size, timestamp: timestamp) }
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
}

/// Smooths one body from frame to frame: its landmarks in the image and in meters, and their visibility.
struct PoseSmoother: Sendable {
    /// The weight of a new visibility, as in MediaPipe's pose landmarker.
    private static let visibilityShare: Float = 0.1

    private var image = LandmarkSmoother(.imageLandmarks)
    private var world = LandmarkSmoother(.worldLandmarks)
    private var visibility: [Float] = []

    /// Returns the body of the next frame, smoothed.
    mutating func smooth(_ pose: DetectedPose, in size: ImageSize, timestamp: Int) -> DetectedPose {
        var smooth = pose
        let region = pose.nextRegion
        let side = (region.width * size.width + region.height * size.height) / 2
        smooth.landmarks = image.smooth(pose.landmarks, in: size, objectSize: side, timestamp: timestamp)
        smooth.world = world.smooth(pose.world, timestamp: timestamp)
        if visibility.isEmpty { visibility = pose.visibility }
        visibility = zip(pose.visibility, visibility).map {
            LowPass.mixed($0, $1, share: Self.visibilityShare)
        }
        smooth.visibility = visibility
        return smooth
    }

    /// Advances past a frame without the body. As in MediaPipe, only the landmarks in the image start over.
    mutating func skipFrame() { image = LandmarkSmoother(.imageLandmarks) }
}

/// What a pose landmarker remembers from one frame of a video to the next.
struct PoseTracks: Sendable {
    /// Where each person is looked for in the next frame.
    var regions: [RotatedRect] = []
    var tracker = IdentityTracker()
    /// With `separation = .distinct` the image is searched closely once a second.
    var detectionInterval = DetectionInterval(milliseconds: 1000)
    /// The one smoother of `Smoothing.mediaPipe`, which goes on through frames without anybody.
    private var smoother = PoseSmoother()
    /// The smoothers of `Smoothing.everyone`, by track; those of people who are not in a frame are dropped.
    private var smoothers: [Int: PoseSmoother] = [:]

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
    /// The box by which the body is told apart from frame to frame: a square of half its height about the hips. Limbs
    /// move too fast to be of use.
    var trackingBox: BoundingBox {
        let size = SIMD2(nextRegion.width, nextRegion.height) / (2 * PoseRegion.margin)
        let center = SIMD2(nextRegion.xCenter, nextRegion.yCenter)
        return BoundingBox(minimum: center - size / 2, maximum: center + size / 2)
    }
}

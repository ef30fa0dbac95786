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

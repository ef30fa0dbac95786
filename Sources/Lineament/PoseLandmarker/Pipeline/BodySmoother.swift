// SPDX-License-Identifier: Apache-2.0

/// Smooths one body from frame to frame, for the pose landmarker, the holistic landmarker and MediaPipe's solutions.
///
/// They smooth the same landmarks with the same filters, but measure speeds relative to different sizes, and the pose landmarker
/// does not smooth the points that determine the next region. MediaPipe's equivalents are `pose_landmarker_graph.cc`,
/// `holistic_pose_tracking.cc` and `pose_landmark_filtering.pbtxt`.
struct BodySmoother: Sendable {
    /// The weight of a new visibility.
    private static let visibilityShare: Float = 0.1

    private var image = LandmarkSmoother(.imageLandmarks)
    private var points = LandmarkSmoother(.regionPoints)
    private var world = LandmarkSmoother(.worldLandmarks)
    private var visibility: [Float] = []

    /// Returns the body of the next frame with the region that its smoothed points determine.
    /// - Parameters:
    ///   - pose: The body.
    ///   - size: The size of the image, in pixels.
    ///   - nanoseconds: The frame's timestamp.
    ///   - style: Whose functions of angles are used.
    mutating func smoothedRegion(
        _ pose: DetectedPose, in size: ImageSize, nanoseconds: Int64, style: GraphStyle
    ) -> DetectedPose {
        var smooth = pose
        smooth.regionPoints = points.smooth(
            pose.regionPoints, in: size, objectSize: pose.span(in: size), nanoseconds: nanoseconds)
        smooth.nextRegion = PoseRegion.around(
            center: smooth.regionPoints[0].xy, scale: smooth.regionPoints[1].xy, in: size, style: style)
        return smooth
    }

    /// Returns the body of the next frame with its landmarks, in the image and in meters, and their visibility smoothed.
    /// - Parameters:
    ///   - pose: The body.
    ///   - size: The size of the image, in pixels.
    ///   - objectSize: The size of the body, in pixels, which speeds are measured relative to.
    ///   - nanoseconds: The frame's timestamp.
    mutating func smoothedLandmarks(
        _ pose: DetectedPose, in size: ImageSize, objectSize: Float, nanoseconds: Int64
    ) -> DetectedPose {
        var smooth = pose
        smooth.landmarks = image.smooth(pose.landmarks, in: size, objectSize: objectSize, nanoseconds: nanoseconds)
        smooth.world = world.smooth(pose.world, nanoseconds: nanoseconds)
        if visibility.isEmpty { visibility = pose.visibility }
        visibility = zip(pose.visibility, visibility).map { LowPass.mixed($0, $1, share: Self.visibilityShare) }
        smooth.visibility = visibility
        return smooth
    }

    /// Advances past a frame without the body. As in MediaPipe, only what is in the image starts over.
    mutating func skipFrame() {
        image = LandmarkSmoother(.imageLandmarks)
        points = LandmarkSmoother(.regionPoints)
    }
}

extension DetectedPose {
    /// Returns the size of the body as its region points tell it, in pixels: the side of the region without its margin.
    func span(in size: ImageSize) -> Float {
        PoseRegion.sides(center: regionPoints[0].xy, scale: regionPoints[1].xy, in: size).sum() / 2
    }
}

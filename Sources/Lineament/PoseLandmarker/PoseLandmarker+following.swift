// SPDX-License-Identifier: Apache-2.0

/// Functions for redaction, which must find each person as early as possible.
extension PoseLandmarker {
    /// Returns a session for another video that searches each frame thoroughly once in an interval, also while no
    /// person comes or goes.
    /// - Parameter milliseconds: The interval.
    package func makeSession(searchingEvery milliseconds: Int) -> PoseLandmarkerSession {
        var pipeline = task.pipeline
        pipeline.longestSearchInterval = milliseconds
        return TaskSession(pipeline)
    }

    /// Returns a person whose place in a neighboring frame of a video is known; `nil` if the landmark model sees none.
    ///
    /// One inference. The person's `trackID` is that of the other frame.
    /// - Parameters:
    ///   - pose: The person in the other frame.
    ///   - image: The frame to look at.
    /// - Throws: ``LineamentError`` if the frame cannot be sampled.
    package func pose(_ pose: PoseLandmarkerResult.Pose, in image: MPImage) throws -> PoseLandmarkerResult.Pose? {
        let frame = try PipelineImage(image, acceptsMirrored: task.pipeline.acceptsMirroredOrientations)
        let size = frame.pixels.size
        guard frame.image.imageOrientation == image.imageOrientation, let region = PoseRegion.around(pose, in: size),
            let found = try task.pipeline.stages.pose(in: frame.pixels, region: region)
        else { return nil }
        return try PoseLandmarkerResult.Pose(found, trackID: pose.trackID, in: size)
    }
}

extension PoseRegion {
    /// Returns the region of a person by the landmarks; `nil` for a point.
    fileprivate static func around(_ pose: PoseLandmarkerResult.Pose, in size: ImageSize) -> RotatedRect? {
        let pixels = SIMD2(size.width, size.height)
        func middle(_ one: PoseLandmark, _ other: PoseLandmark) -> SIMD2<Float> {
            (SIMD2(pose[one].x, pose[one].y) + SIMD2(pose[other].x, pose[other].y)) / 2
        }
        let hips = middle(.leftHip, .rightHip)
        let trunk = (middle(.leftShoulder, .rightShoulder) - hips) * pixels
        let reach = pose.landmarks.map { ((SIMD2($0.x, $0.y) - hips) * pixels).length }.max() ?? 0
        guard trunk.length > 1, reach.isFinite else { return nil }
        return around(center: hips, scale: hips + trunk / trunk.length * reach / pixels, in: size, style: .tasks)
    }
}

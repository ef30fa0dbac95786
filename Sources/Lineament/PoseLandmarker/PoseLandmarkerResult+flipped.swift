// SPDX-License-Identifier: Apache-2.0
extension PoseLandmarkerResult: Flippable {
    func flipped(in size: ImageSize) throws -> PoseLandmarkerResult {
        let poses = try poses.map { pose in
            var flipped = pose
            flipped.landmarks = PoseLandmarks(pose.landmarks.map(\.flipped))
            flipped.worldLandmarks = PoseWorldLandmarks(pose.worldLandmarks.map(\.flipped))
            flipped.segmentationMask = try pose.segmentationMask?.flipped()
            return flipped
        }
        return PoseLandmarkerResult(poses: poses, timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}

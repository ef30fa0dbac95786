// SPDX-License-Identifier: Apache-2.0

// Masks of an image one at a time, for callers that combine them: each has a float for every pixel of the image.

extension PoseLandmarker {
    /// Detects the people in an image as ``detect(image:)`` does, and passes their masks on one by one.
    /// - Parameters:
    ///   - image: The image, whose orientation must not be mirrored.
    ///   - body: Receives each mask, if the options ask for masks. A mask that it does not keep is released before the
    ///     next one is made.
    /// - Returns: The people, without masks.
    package func poses(in image: MPImage, forEachMask body: (Mask) throws -> Void) throws
        -> [PoseLandmarkerResult.Pose]
    {
        let size = image.pixels.size
        return try task.pipeline.poses(in: image).map { pose in
            if let mask = try pose.mask(for: size) { try body(mask) }
            var pose = pose
            pose.mask = nil
            return try PoseLandmarkerResult.Pose(pose, trackID: nil, in: size)
        }
    }
}

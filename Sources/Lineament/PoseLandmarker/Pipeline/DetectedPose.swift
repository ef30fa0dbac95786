// SPDX-License-Identifier: Apache-2.0

/// One person detected in one image, before the public result.
///
/// ``PoseLandmarkModel`` creates it; smoothing and duplicate removal work on it, and `PoseLandmarkerResult.Pose` is
/// made from it last.
struct DetectedPose: Sendable {
    /// The number of landmarks in a result.
    static let landmarkCount = 33

    /// The landmarks in fractions of the image, with depth on the scale of x.
    var landmarks: LandmarkSet
    /// The landmarks in meters from the midpoint of the hips, with the axes of the image.
    var world: LandmarkSet
    /// The probability that each landmark is in the image and not hidden, 0 to 1.
    var visibility: [Float]
    /// The probability that each landmark is inside the image, 0 to 1.
    var presence: [Float]
    /// The two points that determine the next region, as ``landmarks``: the midpoint of the hips, and a point above it at
    /// a distance that spans the body.
    var regionPoints: LandmarkSet
    /// The region in which the person is expected in the next frame.
    var nextRegion: RotatedRect
    /// The region that the landmark model was run on, which is also the one that the mask covers.
    var region: RotatedRect
    /// The segmentation of ``region``; `nil` if not requested.
    var mask: RegionMask?
}

extension PoseLandmarkerResult.Pose {
    /// Converts a detected person to the public type.
    /// - Parameters:
    ///   - pose: The person.
    ///   - trackID: The person's track ID; `nil` in single images.
    ///   - size: The size of the image, which the mask is projected onto.
    init(_ pose: DetectedPose, trackID: Int?, in size: ImageSize) throws {
        self.init(
            landmarks: PoseLandmarks(pose.points(pose.landmarks)),
            worldLandmarks: PoseWorldLandmarks(pose.points(pose.world)), segmentationMask: try pose.mask(for: size),
            trackID: trackID)
    }
}

extension DetectedPose {
    /// Returns public landmarks with these coordinates.
    func points<Point: LandmarkCoordinates>(_ coordinates: LandmarkSet) -> [Point] {
        coordinates.indices.map { index in
            let point = coordinates[index]
            return Point(
                x: point.x, y: point.y, z: point.z, visibilityValue: visibility[index], presenceValue: presence[index])
        }
    }

    /// Returns the mask projected onto an image of `size`; `nil` if not requested.
    func mask(for size: ImageSize) throws -> Mask? {
        try mask.map { mask in
            let width = Int(size.width)
            let height = Int(size.height)
            return try Mask(width: width, height: height) { image in
                MaskProjection(region, side: mask.side, in: size).apply(mask, to: image, width: width, height: height)
            }
        }
    }
}

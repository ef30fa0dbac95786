// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// How rotations and places are computed from points; see ``Recording/motions(_:)``.
public struct MotionOptions: Sendable, Hashable {
    /// The vertical angle of view of the camera, in degrees. 63° is what MediaPipe assumes. A wrong one stretches
    /// movements toward the camera and away from it; those across the image stay right.
    public var fieldOfView = 63.0
    /// The focal length of the camera in pixels of the upright image, as calibration gives it, which takes the place of
    /// ``fieldOfView``; `nil` if unknown.
    public var focalLength: Double?
    /// Whether people move through space; otherwise their hips stay above one point.
    public var movesThroughSpace = true
    /// Whether feet that stand are held in place, which takes away the sliding that an uncertain distance causes. A
    /// foot stands if it stays where it is in the image.
    public var plantsFeet = true
    /// The smoothing of the place in space; that of the body's points comes from cleaning.
    public var filter = SmoothingFilter.butterworth(cutoff: 6)

    /// Creates options with the defaults.
    public init() {}

    /// Returns the focal length in pixels of an image of a height.
    func focal(imageHeight height: Double) -> Double { focalLength ?? height / 2 / tan(fieldOfView * .pi / 360) }
}

extension Recording {
    /// Returns the movement of each person as rotations of a skeleton; `nil` for people without a body.
    ///
    /// The space has y up and z toward the camera, in meters. The feet stand on the ground, y = 0, and the first person
    /// begins at x = z = 0. It is taken for granted that the camera is level. Frames should be evenly spaced; see
    /// ``resampled(rate:)``.
    public func motions(_ options: MotionOptions = MotionOptions()) -> [SkeletonMotion?] {
        var start: Vector?
        return tracks.map { track in
            // Only the temporary file of a long recording can fail.
            guard var motion = try? BodyMotion(track, in: self, options) else { return nil }
            let origin = start ?? motion.start
            start = origin
            motion.move(from: origin)
            return try? motion.whole(in: self)
        }
    }
}

extension SkeletonPose {
    /// Sets the rotations from those in the world. Joints without one keep what they have from their parents.
    mutating func set(_ turned: [Joint: Rotation], of skeleton: Skeleton) {
        var world: [Rotation] = []
        for (index, joint) in skeleton.joints.enumerated() {
            let parent = skeleton.parents[index].map { world[$0] } ?? .identity
            if let rotation = turned[joint] {
                // The sign that goes on smoothly lets programs interpolate between frames.
                rotations[index] = (parent.inverse * rotation).near(rotations[index])
            }
            world.append(parent * rotations[index])
        }
    }
}

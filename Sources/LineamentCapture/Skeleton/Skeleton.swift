// SPDX-License-Identifier: Apache-2.0

/// A skeleton in its rest pose: a T, arms out to the sides, palms down, facing +z, with y up and the person's left at
/// +x, in meters. In the rest pose no joint is turned, so that all axes are those of the world.
public struct Skeleton: Sendable, Equatable {
    /// The joints, each after the one that it hangs on.
    public let joints: [Joint]
    /// The index of each joint's parent; `nil` for the hips.
    public let parents: [Int?]
    /// The position of each joint from its parent in the rest pose; for the hips, their height above the ground.
    public let offsets: [SIMD3<Double>]
    /// Where the last bones end, from their joints: toes, fingertips, the crown.
    public let tips: [Joint: SIMD3<Double>]

    init(joints: [Joint], offsets: [Joint: Vector], tips: [Joint: Vector]) {
        self.joints = joints
        parents = joints.map { joint in joint.parent.flatMap { joints.firstIndex(of: $0) } }
        self.offsets = joints.map { offsets[$0] ?? .zero }
        self.tips = tips
    }

    /// Returns the index of a joint.
    public func index(of joint: Joint) -> Int? { joints.firstIndex(of: joint) }

    /// Returns where all joints are, and how they are turned in the world.
    /// - Parameter pose: A pose of this skeleton.
    public func placed(_ pose: SkeletonPose) -> (positions: [SIMD3<Double>], rotations: [Rotation]) {
        var positions: [Vector] = []
        var rotations: [Rotation] = []
        for (index, parent) in parents.enumerated() {
            if let parent {
                positions.append(positions[parent] + rotations[parent].turning(offsets[index]))
                rotations.append(rotations[parent] * pose.rotations[index])
            } else {
                positions.append(pose.root)
                rotations.append(pose.rotations[index])
            }
        }
        return (positions, rotations)
    }
}

/// A pose of a ``Skeleton``.
public struct SkeletonPose: Sendable, Equatable {
    /// The position of the hips, in meters.
    public var root: SIMD3<Double>
    /// The rotation of each joint from its parent.
    public var rotations: [Rotation]
}

/// The movement of one person as rotations of a skeleton.
public struct SkeletonMotion: Sendable, Equatable {
    /// The skeleton, with the person's own measures.
    public let skeleton: Skeleton
    /// The poses, evenly spaced. Where nothing is known, the last pose is held.
    public internal(set) var poses: [SkeletonPose]
    /// Whether each pose comes from points of its own frame.
    public let isKnown: [Bool]
    /// The number of poses in a second.
    public let rate: Double
    /// The frame of the recording with the first pose.
    public let firstFrame: Int
}

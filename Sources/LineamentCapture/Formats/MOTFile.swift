// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A MOT file: joint angles in degrees.
///
/// Hips and shoulders are measured in the body's plane from back to front: 0 for a limb along the trunk, positive
/// forwards. Knees, elbows and wrists are 0 when straight, ankles when the foot is at right angles to the shank, and
/// positive when it is pulled up.
struct MOTFile {
    static func write(
        _ motion: BodyMotion, of recording: any RecordedFrames, _ options: CaptureOptions, to output: any CaptureOutput
    ) throws {
        let sides = [("right", Joint.Side.right), ("left", Joint.Side.left)]
        let names = sides.flatMap { name, _ in
            ["ankle", "knee", "hip", "shoulder", "elbow", "wrist"].map { "\(name)_\($0)_flexion" }
        }
        var text = TextBuffer()
        text.append("\(options.plainName)\nversion=1\nnRows=\(motion.frames.count)\nnColumns=\(names.count + 1)\n")
        text.append("inDegrees=yes\nendheader\ntime\t" + names.joined(separator: "\t") + "\n")
        let times = recording.times
        try motion.forEachPose(in: recording) { index, pose, _, _ in
            text.append(times[motion.frames.lowerBound + index], decimals: 6)
            let turned = motion.skeleton.placed(pose).rotations
            for (_, side) in sides {
                for angle in JointAngles(motion.skeleton, turned, side).all {
                    text.append("\t")
                    text.append(angle, decimals: 4)
                }
            }
            text.append("\n")
            try text.flush(to: output)
        }
        try output.write(text.take())
    }
}

/// The angles of one side's joints, in degrees.
struct JointAngles {
    let ankle: Double
    let knee: Double
    let hip: Double
    let shoulder: Double
    let elbow: Double
    let wrist: Double

    var all: [Double] { [ankle, knee, hip, shoulder, elbow, wrist] }

    /// - Parameter turned: The rotations of the skeleton's joints in the world.
    init(_ skeleton: Skeleton, _ turned: [Rotation], _ side: Joint.Side) {
        func rotation(_ left: Joint) -> Rotation {
            skeleton.index(of: SkeletonSolver.joint(left, side)).map { turned[$0] } ?? .identity
        }
        let down = Vector(0, -1, 0)
        let out = Vector(side.sign, 0, 0)
        let thigh = rotation(.leftUpperLeg).turning(down)
        let shank = rotation(.leftLowerLeg).turning(down)
        let foot = rotation(.leftFoot).turning(Vector(0, 0, 1))
        let upperArm = rotation(.leftUpperArm).turning(out)
        let lowerArm = rotation(.leftLowerArm).turning(out)
        let hand = rotation(.leftHand)
        let palm = hand.turning(down)
        ankle = 90 - Self.angle(foot, -shank)
        knee = Self.angle(thigh, shank)
        hip = Self.forwards(rotation(.hips).inverse.turning(thigh))
        shoulder = Self.forwards(rotation(.chest).inverse.turning(upperArm))
        elbow = Self.angle(upperArm, lowerArm)
        let bend = Self.angle(lowerArm, hand.turning(out))
        wrist = lowerArm.dot(palm) > 0 ? -bend : bend
    }

    private static func angle(_ first: Vector, _ second: Vector) -> Double {
        atan2(first.cross(second).length, first.dot(second)) * 180 / .pi
    }

    private static func forwards(_ limb: Vector) -> Double { atan2(limb.z, -limb.y) * 180 / .pi }
}

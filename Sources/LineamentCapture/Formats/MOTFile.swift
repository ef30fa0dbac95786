// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A MOT file: joint angles in degrees, with the names of OpenSim's coordinates where these are defined in the same way.
///
/// Hips and shoulders are measured in the body's plane from back to front: 0 for a limb along the trunk, positive forwards, also
/// beyond 180. Knees, elbows and wrists are 0 when straight, ankles when the foot is at right angles to the shank, and positive
/// when it is pulled up. OpenSim's wrist does not count bending to the side, so the wrist's name is not OpenSim's.
struct MOTFile {
    static func write(
        _ motion: BodyMotion, of recording: any RecordedFrames, _ options: CaptureOptions, to output: any CaptureOutput
    ) throws {
        let names = JointAngles.names
        var text = TextBuffer()
        text.append("\(options.plainName)\nversion=1\nnRows=\(motion.frames.count)\nnColumns=\(names.count + 1)\n")
        text.append("inDegrees=yes\nendheader\ntime\t" + names.joined(separator: "\t") + "\n")
        let times = recording.times
        try motion.forEachAngles(in: recording) { index, angles, _ in
            text.append(times[motion.frames.lowerBound + index], decimals: 6)
            for angle in angles {
                text.append("\t")
                text.append(angle, decimals: 4)
            }
            text.append("\n")
            try text.flush(to: output)
        }
        try output.write(text.take())
    }
}

extension BodyMotion {
    /// Calls a function with the angles of ``JointAngles/names`` in each pose, which go on without jumps, and with its person.
    func forEachAngles(
        in recording: any RecordedFrames,
        _ body: (_ index: Int, _ angles: [Double], _ person: (value: RecordedPerson, frame: Int)?) throws -> Void
    ) throws {
        var last = [Double](repeating: 0, count: JointAngles.names.count)
        try forEachPose(in: recording) { [skeleton] index, pose, _, person in
            let turned = skeleton.placed(pose).rotations
            let angles = [.right, .left].flatMap { JointAngles(skeleton, turned, $0).all }
            // A full turn more or less is the same angle.
            last = zip(angles, last).map { $0 - 360 * (($0 - $1) / 360).rounded() }
            try body(index, last, person)
        }
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

    /// The names of all angles, first those of the right side.
    static let names = ["r", "l"].flatMap { side in
        ["ankle_angle", "knee_angle", "hip_flexion", "arm_flex", "elbow_flex"].map { "\($0)_\(side)" }
            + [side == "r" ? "right_wrist_flexion" : "left_wrist_flexion"]
    }

    /// Returns the landmarks of the body that decide an angle.
    /// - Parameter index: The place of its name in ``names``.
    static func landmarks(ofAngle index: Int) -> [Int] {
        let left = [[25, 27, 29, 31], [23, 25, 27], [11, 23, 25], [11, 13, 23], [11, 13, 15], [13, 15, 17, 19]]
        // Landmarks of the right side follow those of the left.
        return left[index % left.count].map { index < left.count ? $0 + 1 : $0 }
    }

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

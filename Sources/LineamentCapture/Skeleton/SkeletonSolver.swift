// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// Finds the rotations of a skeleton's joints from points.
///
/// Each bone points where its two points say; what turns it about its own axis is:
/// - hips: the line of the hips; chest: that of the shoulders; the spine lies between them,
/// - upper arms: the plane of the bent elbow; for a straight arm, the shortest way from the rest pose,
/// - lower arms: half of the hand's turn; hands: the line from the little finger to the index finger,
/// - legs: the plane of the bent knee; for a straight leg, the direction of the foot,
/// - head: the line of the ears, and the middle of eyes and mouth; the neck takes half of its turn,
/// - fingers: the shortest way from the bone before.
struct SkeletonSolver {
    let measures: BodyMeasures

    /// Returns the rotation of each joint in the world. Fingers have one only where the hand was found.
    func rotations(_ points: BodyPoints) -> [Joint: Rotation] {
        var turned: [Joint: Rotation] = [:]
        turnTrunk(points, &turned)
        for side in [Joint.Side.left, .right] {
            turnArm(side, points, &turned)
            turnFingers(side, points, &turned)
            turnLeg(side, points, &turned)
        }
        return turned
    }

    /// The direction of the neck in the rest pose: ears are a little in front of the shoulders.
    static let neckDirection = Vector(0, 1, 0.15).unit
    /// The direction from between the ears to the middle of eyes and mouth, in the rest pose: slightly
    /// down, as measured against heads whose matrix is known.
    static let faceDirection = Vector(0, -0.2, 1).unit

    private static let right = Vector(1, 0, 0)
    private static let up = Vector(0, 1, 0)
    private static let forward = Vector(0, 0, 1)

    private func turnTrunk(_ points: BodyPoints, _ turned: inout [Joint: Rotation]) {
        let trunk = points.shoulderMiddle - points.hipMiddle
        let hips = Rotation(turning: Self.right, to: points.hipAxis, and: Self.up, toward: trunk)
        let spineStart = points.hipMiddle + hips.turning(measures.offset(.spine))
        let spine = points.shoulderMiddle - spineStart
        let across = points.hipAxis.unit + points.shoulderAxis.unit
        let chest = Rotation(turning: Self.up, to: spine, and: Self.right, toward: points.shoulderAxis)
        let head = Rotation(
            turning: Self.right, to: points.earAxis, and: Self.faceDirection, toward: points.faceAxis)
        let neck = points.earMiddle - points.shoulderMiddle
        let straight = Rotation(from: chest.turning(Self.neckDirection), to: neck) * chest
        let ahead = straight.turning(Self.right) + head.turning(Self.right).orthogonal(to: neck.unit)
        turned[.hips] = hips
        turned[.spine] = Rotation(turning: Self.up, to: spine, and: Self.right, toward: across)
        turned[.chest] = chest
        turned[.neck] = Rotation(turning: Self.neckDirection, to: neck, and: Self.right, toward: ahead)
        turned[.head] = head
    }

    private func turnArm(_ side: Joint.Side, _ points: BodyPoints, _ turned: inout [Joint: Rotation]) {
        guard let chest = turned[.chest] else { return }
        let out = Self.right * side.sign
        let shoulderPoint = points.on(side, .leftShoulder)
        let start = points.shoulderMiddle + chest.turning(measures.inset(side))
        let shoulder = Rotation(from: chest.turning(out), to: shoulderPoint - start) * chest
        let upper = points.on(side, .leftElbow) - shoulderPoint
        let lower = points.on(side, .leftWrist) - points.on(side, .leftElbow)
        let straight = Rotation(from: shoulder.turning(out), to: upper) * shoulder
        // The elbow bends forwards, about the axis that points down on the left and up on the right.
        let hinge = Self.up * -side.sign
        let axis = Self.hingeAxis(upper, lower, orElse: straight.turning(hinge))
        let upperArm = Rotation(turning: out, to: upper, and: hinge, toward: axis)
        let unturned = Rotation(from: upperArm.turning(out), to: lower) * upperArm
        let across = points.handAcross(side)
        let halfway = unturned.turning(Self.forward) + across.orthogonal(to: lower.unit).unit
        turned[Self.joint(.leftShoulder, side)] = shoulder
        turned[Self.joint(.leftUpperArm, side)] = upperArm
        turned[Self.joint(.leftLowerArm, side)] =
            Rotation(turning: out, to: lower, and: Self.forward, toward: halfway)
        turned[Self.joint(.leftHand, side)] =
            Rotation(turning: out, to: points.handDirection(side), and: Self.forward, toward: across)
    }

    private func turnFingers(_ side: Joint.Side, _ points: BodyPoints, _ turned: inout [Joint: Rotation]) {
        guard let hand = points.hand(side) else { return }
        for finger in 0..<5 {
            for bone in 0..<3 {
                let joint = Joint.finger(side, finger, bone)
                guard let before = joint.parent.flatMap({ turned[$0] }) else { continue }
                let first = 4 * finger + bone + 1
                let rest = BodyMeasures.fingerDirection(finger, side)
                turned[joint] = Rotation(from: before.turning(rest), to: hand[first + 1] - hand[first]) * before
            }
        }
    }

    private func turnLeg(_ side: Joint.Side, _ points: BodyPoints, _ turned: inout [Joint: Rotation]) {
        guard let hips = turned[.hips] else { return }
        let thigh = points.on(side, .leftKnee) - points.on(side, .leftHip)
        let shank = points.on(side, .leftAnkle) - points.on(side, .leftKnee)
        let foot = points.footDirection(side)
        let down = -Self.up
        let unturned = Rotation(from: hips.turning(down), to: thigh) * hips
        // Across a straight leg: at right angles to the foot and to the leg; for a pointed foot, as the hips are.
        let acrossFoot = foot.unit.cross(thigh.unit)
        let across = Self.blend(
            unturned.turning(Self.right), acrossFoot.unit, Self.ramp(acrossFoot.length, from: 0.2, to: 0.5))
        let axis = Self.hingeAxis(thigh, shank, orElse: across)
        turned[Self.joint(.leftUpperLeg, side)] =
            Rotation(turning: down, to: thigh, and: Self.right, toward: axis)
        turned[Self.joint(.leftLowerLeg, side)] =
            Rotation(turning: down, to: shank, and: Self.right, toward: axis)
        turned[Self.joint(.leftFoot, side)] =
            Rotation(turning: Self.forward, to: foot, and: Self.up, toward: -shank)
    }

    /// Returns the axis about which a joint bends; for one that is nearly straight, another.
    private static func hingeAxis(_ first: Vector, _ second: Vector, orElse other: Vector) -> Vector {
        let axis = first.unit.cross(second.unit)
        // Below 9° the axis is noise, above 27° it is certain.
        return blend(other.unit, axis.unit, ramp(axis.length, from: 0.15, to: 0.45))
    }

    private static func blend(_ first: Vector, _ second: Vector, _ share: Double) -> Vector {
        let mixed = first * (1 - share) + second * share
        // Of opposite directions, the more certain one is taken.
        return mixed.length > 0.1 ? mixed : share > 0.5 ? second : first
    }

    private static func ramp(_ value: Double, from low: Double, to high: Double) -> Double {
        let share = max(0, min(1, (value - low) / (high - low)))
        return share * share * (3 - 2 * share)
    }

    /// Returns a joint by its left one's name.
    static func joint(_ left: Joint, _ side: Joint.Side) -> Joint {
        side == .left ? left : Joint(rawValue: left.rawValue.replacing("left", with: "right")) ?? left
    }
}

extension Rotation {
    /// Creates the rotation that turns one direction exactly to another, and a second one as far toward a fourth as
    /// that leaves open.
    init(turning first: Vector, to firstGoal: Vector, and second: Vector, toward secondGoal: Vector) {
        self = Rotation(frame: firstGoal, secondGoal) * Rotation(frame: first, second).inverse
    }

    private init(frame first: Vector, _ second: Vector) {
        let x = first.unit
        var y = second.orthogonal(to: x)
        if y.length < 1e-6 {
            let other = abs(x.x) < 0.9 ? Vector(1, 0, 0) : Vector(0, 1, 0)
            y = other.orthogonal(to: x)
        }
        self.init(x: x, y: y.unit, z: x.cross(y.unit))
    }
}

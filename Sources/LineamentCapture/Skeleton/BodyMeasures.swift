// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The lengths of a person's bones: medians over a recording, the same on both sides.
struct BodyMeasures {
    private var offsets: [Joint: Vector] = [:]
    private(set) var tips: [Joint: Vector] = [:]
    /// The heels from the ankles, in the rest pose.
    private(set) var heel = Vector.zero
    private let hasFingers: Bool

    /// The share of the trunk at which the spine and the chest begin.
    private static let spineStart = 0.2
    private static let chestStart = 0.55
    /// The share of half the shoulders' width at which a collarbone begins.
    private static let collarbone = 0.2
    /// The heights of head above the ears, in meters.
    private static let crown = 0.13

    /// Measures a person.
    init(_ frames: [BodyPoints]) { self.init(frames, withHands: frames.filter(\.hasHands)) }

    /// Measures a person.
    /// - Parameter withHands: Frames with hands, from which fingers are measured.
    init(_ frames: [BodyPoints], withHands: [BodyPoints]) {
        func median(_ length: (BodyPoints) -> Double) -> Double { frames.map(length).median }
        func both(_ length: (BodyPoints, Joint.Side) -> Double) -> Double {
            (frames.map { length($0, .left) } + frames.map { length($0, .right) }).median
        }
        hasFingers = !withHands.isEmpty
        let trunk = median { ($0.shoulderMiddle - $0.hipMiddle).length }
        let halfHips = median { $0.hipAxis.length } / 2
        let halfShoulders = median { $0.shoulderAxis.length } / 2
        let neck = median { ($0.earMiddle - $0.shoulderMiddle).length }
        offsets[.spine] = Vector(0, Self.spineStart * trunk, 0)
        offsets[.chest] = Vector(0, (Self.chestStart - Self.spineStart) * trunk, 0)
        offsets[.neck] = Vector(0, (1 - Self.chestStart) * trunk, 0)
        offsets[.head] = SkeletonSolver.neckDirection * neck
        tips[.head] = Vector(0, Self.crown, 0)
        let upperArm = both { ($0.on($1, .leftElbow) - $0.on($1, .leftShoulder)).length }
        let lowerArm = both { ($0.on($1, .leftWrist) - $0.on($1, .leftElbow)).length }
        let hand = both { $0.handDirection($1).length }
        let thigh = both { ($0.on($1, .leftKnee) - $0.on($1, .leftHip)).length }
        let shank = both { ($0.on($1, .leftAnkle) - $0.on($1, .leftKnee)).length }
        for side in [Joint.Side.left, .right] {
            func set(_ left: Joint, _ offset: Vector) { offsets[SkeletonSolver.joint(left, side)] = offset }
            let out = Vector(side.sign, 0, 0)
            set(.leftShoulder, Vector(0, (1 - Self.chestStart) * trunk, 0) + out * halfShoulders * Self.collarbone)
            set(.leftUpperArm, out * halfShoulders * (1 - Self.collarbone))
            set(.leftLowerArm, out * upperArm)
            set(.leftHand, out * lowerArm)
            set(.leftUpperLeg, out * halfHips)
            set(.leftLowerLeg, Vector(0, -thigh, 0))
            set(.leftFoot, Vector(0, -shank, 0))
            tips[SkeletonSolver.joint(.leftHand, side)] = out * hand
        }
        measureFeet(frames)
        if hasFingers { measureFingers(withHands) }
        offsets[.hips] = Vector(0, thigh + shank - (tips[.leftFoot]?.y ?? 0), 0)
    }

    private mutating func measureFeet(_ frames: [BodyPoints]) {
        let solver = SkeletonSolver(measures: self)
        var toes: [Vector] = []
        var heels: [Vector] = []
        for points in frames {
            let turned = solver.rotations(points)
            for side in [Joint.Side.left, .right] {
                guard let foot = turned[SkeletonSolver.joint(.leftFoot, side)]?.inverse else { continue }
                let ankle = points.on(side, .leftAnkle)
                toes.append(foot.turning(points.on(side, .leftFootIndex) - ankle))
                heels.append(foot.turning(points.on(side, .leftHeel) - ankle))
            }
        }
        // In the rest pose, feet point straight ahead.
        let toe = Vector(0, toes.map(\.y).median, toes.map(\.z).median)
        heel = Vector(0, heels.map(\.y).median, heels.map(\.z).median)
        tips[.leftFoot] = toe
        tips[.rightFoot] = toe
    }

    private mutating func measureFingers(_ frames: [BodyPoints]) {
        let solver = SkeletonSolver(measures: self)
        var roots = [[Vector]](repeating: [], count: 5)
        var lengths = [[Double]](repeating: [], count: 15)
        for points in frames {
            let turned = solver.rotations(points)
            for side in [Joint.Side.left, .right] {
                guard let hand = points.hand(side),
                    let back = turned[SkeletonSolver.joint(.leftHand, side)]?.inverse
                else { continue }
                for finger in 0..<5 {
                    let root = back.turning(hand[4 * finger + 1] - hand[0])
                    // As on the left.
                    roots[finger].append(Vector(root.x * side.sign, root.y, root.z))
                    for bone in 0..<3 {
                        let first = 4 * finger + bone + 1
                        lengths[3 * finger + bone].append((hand[first + 1] - hand[first]).length)
                    }
                }
            }
        }
        for side in [Joint.Side.left, .right] {
            for finger in 0..<5 {
                let root = Vector(
                    roots[finger].map(\.x).median * side.sign, roots[finger].map(\.y).median,
                    roots[finger].map(\.z).median)
                let direction = Self.fingerDirection(finger, side)
                offsets[Joint.finger(side, finger, 0)] = root
                offsets[Joint.finger(side, finger, 1)] = direction * lengths[3 * finger].median
                offsets[Joint.finger(side, finger, 2)] = direction * lengths[3 * finger + 1].median
                tips[Joint.finger(side, finger, 2)] = direction * lengths[3 * finger + 2].median
            }
            // The hand ends where its fingers do.
            tips[SkeletonSolver.joint(.leftHand, side)] = nil
        }
    }

    /// The direction of a finger in the rest pose: that of the arm; the thumb points half forwards.
    static func fingerDirection(_ finger: Int, _ side: Joint.Side) -> Vector {
        Vector(side.sign, 0, finger == 0 ? 1 : 0).unit
    }

    func offset(_ joint: Joint) -> Vector { offsets[joint] ?? .zero }

    /// Where a collarbone begins, from the midpoint of the shoulders.
    func inset(_ side: Joint.Side) -> Vector {
        let offset = self.offset(SkeletonSolver.joint(.leftShoulder, side))
        return Vector(offset.x, 0, 0)
    }

    /// The skeleton with these measures.
    var skeleton: Skeleton {
        Skeleton(
            joints: Joint.allCases.filter { hasFingers || $0.finger == nil }, offsets: offsets, tips: tips)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture

@Suite struct SkeletonTests {
    /// Joints, and the landmarks that they are.
    private static let landmarks: [(joint: Joint, landmark: Int)] = [
        (.leftUpperArm, 11), (.rightUpperArm, 12), (.leftLowerArm, 13), (.rightLowerArm, 14), (.leftHand, 15),
        (.rightHand, 16), (.leftUpperLeg, 23), (.rightUpperLeg, 24), (.leftLowerLeg, 25), (.rightLowerLeg, 26),
        (.leftFoot, 27), (.rightFoot, 28),
    ]

    @Test func rotationsLeadBackToThePointsWithinAMillimeter() throws {
        let recording = Walker.recording(frames: 60)
        var options = MotionOptions()
        options.movesThroughSpace = false
        let motion = try #require(recording.motions(options)[0])
        var worst = 0.0
        for (frame, pose) in motion.poses.enumerated() {
            let positions = motion.skeleton.placed(pose).positions
            let points = Walker.points(at: Double(frame) / 30)
            for (joint, landmark) in Self.landmarks {
                let index = try #require(motion.skeleton.index(of: joint))
                let place = positions[index] - pose.root
                worst = max(worst, (place - points[landmark]).length)
            }
        }
        // The lean of the trunk changes the length between two joints of the spine by as much.
        #expect(worst < 0.001)
    }

    @Test func theRootFollowsThePersonThroughTheImage() throws {
        let recording = Walker.recording(frames: 60)
        var options = MotionOptions()
        options.plantsFeet = false
        options.filter = .none
        let motion = try #require(recording.motions(options)[0])
        let first = try #require(motion.poses.first)
        let last = try #require(motion.poses.last)
        let way = Walker.place(at: 59.0 / 30).x
        #expect(abs(last.root.x - first.root.x - way) < 0.005)
        #expect(abs(last.root.z - first.root.z) < 0.005)
    }

    @Test func theRestPoseIsATWithFeetOnTheGround() throws {
        let motion = try #require(Walker.recording(frames: 30).motions()[0])
        let skeleton = motion.skeleton
        let rest = SkeletonPose(
            root: skeleton.offsets[0],
            rotations: [Rotation](repeating: .identity, count: skeleton.joints.count))
        let places = skeleton.placed(rest).positions
        let hand = places[try #require(skeleton.index(of: .leftHand))]
        let shoulder = places[try #require(skeleton.index(of: .leftUpperArm))]
        let foot = places[try #require(skeleton.index(of: .rightFoot))]
        let toe = try #require(skeleton.tips[.rightFoot])
        #expect(abs(hand.y - shoulder.y) < 1e-9)
        #expect(hand.x > shoulder.x + 0.4)
        #expect(abs(foot.y + toe.y) < 1e-9)
    }

    @Test func anglesOfABVHFileAreTheRotation() {
        let degrees = Double.pi / 180
        for seed in 0..<200 {
            let value = Double(seed)
            let rotation = Rotation(w: cos(value), x: sin(value * 2.3), y: sin(value * 5.1), z: cos(value * 7.7))
            let angles = rotation.anglesZXY
            let z = Rotation(w: cos(angles.z * degrees / 2), x: 0, y: 0, z: sin(angles.z * degrees / 2))
            let x = Rotation(w: cos(angles.x * degrees / 2), x: sin(angles.x * degrees / 2), y: 0, z: 0)
            let y = Rotation(w: cos(angles.y * degrees / 2), x: 0, y: sin(angles.y * degrees / 2), z: 0)
            let back = (z * x * y).near(rotation)
            let error = zip(back.components, rotation.components).map { abs($0 - $1) }.max() ?? 1
            #expect(error < 1e-6)
        }
    }

    @Test func limbsOutsideTheImageHangDown() throws {
        var recorder = Recorder(width: 100, height: 100)
        for frame in 0..<20 {
            let pose = Walker.pose(at: Double(frame) / 30, visibility: 0.1)
            recorder.add(
                PoseLandmarkerResult(poses: [pose], timestampInMilliseconds: frame * 33), at: Double(frame) / 30)
        }
        let motion = try #require(recorder.recording.motions()[0])
        let positions = motion.skeleton.placed(motion.poses[10]).positions
        let hip = positions[try #require(motion.skeleton.index(of: .leftUpperLeg))]
        let ankle = positions[try #require(motion.skeleton.index(of: .leftFoot))]
        #expect(abs(hip.x - ankle.x) < 1e-6)
        #expect(hip.y - ankle.y > 0.7)
    }

    @Test func namesFollowTheConventionsOfOtherPrograms() {
        #expect(Joint.leftUpperArm.mixamoName == "LeftArm")
        #expect(Joint.rightLittleDistal.mixamoName == "RightHandPinky3")
        #expect(Joint.leftThumbMetacarpal.unityName == "LeftThumbProximal")
        #expect(Joint.leftThumbProximal.unityName == "LeftThumbIntermediate")
        #expect(Joint.leftIndexIntermediate.parent == .leftIndexProximal)
        #expect(Joint.rightRingProximal.parent == .rightHand)
    }
}

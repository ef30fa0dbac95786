// SPDX-License-Identifier: Apache-2.0
import LineamentVision
import TestSupport
import Testing

@Suite(.enabled(if: HandReference.isPresent, "\(TestData.isAbsentMessage)"))
struct BodyHandsTests {
    /// The left and the right hand of a body are at its wrists, and have these sides.
    @Test(arguments: ["pose/standing_red_shirt.jpg", "groups/group_5_sitting.jpg"])
    func handsAreAtTheirWrists(path: String) async throws {
        var request = DetectHumanBodyPoseRequest()
        request.detectsHands = true
        let bodies = try await request.perform(on: TestData.url(path))
        var count = 0
        for body in bodies {
            for (hand, wrist, side) in [
                (body.leftHand, HumanBodyPoseObservation.JointName.leftWrist, HumanHandPoseObservation.Chirality.left),
                (body.rightHand, .rightWrist, .right),
            ] {
                guard let hand, let end = hand.joint(for: .wrist), let wrist = body.joint(for: wrist) else { continue }
                count += 1
                #expect(hand.chirality == side)
                #expect(abs(end.location.x - wrist.location.x) < 0.05)
                #expect(abs(end.location.y - wrist.location.y) < 0.05)
            }
        }
        #expect(count >= 2)
        request.detectsHands = false
        #expect(
            try await request.perform(on: TestData.url(path)).allSatisfy { $0.leftHand == nil && $0.rightHand == nil })
    }
}

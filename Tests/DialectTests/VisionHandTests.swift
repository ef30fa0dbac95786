// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentVision
import TestSupport
import Testing

/// Requests for hands; their accuracy is that of the hand landmarker, which has tests of its own.
@Suite struct VisionHandTests {
    @Test func requestsDescribeTheirJoints() throws {
        let request = DetectHumanHandPoseRequest()
        #expect(request.maximumHandCount == 2)
        #expect(request.supportedJointNames.count == 21)
        #expect(request.supportedJointsGroupNames.count == 5)
        let old = VNDetectHumanHandPoseRequest()
        #expect(old.maximumHandCount == 2)
        #expect(try old.supportedJointNames.count == 21)
        #expect(try old.supportedJointsGroupNames.contains(.all))
        #expect(VNHumanHandPoseObservation.JointName.indexTip.rawValue.rawValue == "VNHLKITIP")
    }

    @Test func aPhotoWithoutHandsHasNone() throws {
        let request = VNDetectHumanHandPoseRequest()
        try VNImageRequestHandler(url: Sample.url).perform([request])
        #expect(request.results?.isEmpty == true)
        request.maximumHandCount = -1
        #expect(throws: (any Error).self) { try VNImageRequestHandler(url: Sample.url).perform([request]) }
    }
}

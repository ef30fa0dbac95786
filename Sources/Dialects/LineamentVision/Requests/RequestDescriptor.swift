// SPDX-License-Identifier: Apache-2.0

/// The kind and revision of the request that produced an observation.
public enum RequestDescriptor: Sendable, Hashable, Codable {
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    case detectFaceLandmarksRequest(DetectFaceLandmarksRequest.Revision)
    case detectFaceCaptureQualityRequest(DetectFaceCaptureQualityRequest.Revision)
    case detectContoursRequest(DetectContoursRequest.Revision)
    case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)
    case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
    case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
    case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
    case generatePersonSegmentationRequest(GeneratePersonSegmentationRequest.Revision)
    case trackObjectRequest(TrackObjectRequest.Revision)
}

// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Lineament

extension MpHolisticLandmarkerResult: MpTaskResult {
    init(_ result: HolisticLandmarkerResult) {
        self.init()
        face_landmarks = MpLandmarks(result.faceLandmarks)
        pose_landmarks = MpLandmarks(result.poseLandmarks)
        pose_world_landmarks = MpLandmarks(result.poseWorldLandmarks)
        left_hand_landmarks = MpLandmarks(result.leftHandLandmarks)
        right_hand_landmarks = MpLandmarks(result.rightHandLandmarks)
        left_hand_world_landmarks = MpLandmarks(result.leftHandWorldLandmarks)
        right_hand_world_landmarks = MpLandmarks(result.rightHandWorldLandmarks)
        if let blendshapes = result.people.first?.blendshapes { face_blendshapes = MpCategories(blendshapes) }
        pose_segmentation_mask = result.poseSegmentationMask.flatMap { HandleTable.insert(SharedImage($0)) }
    }

    func close() {
        for landmarks in [face_landmarks, pose_landmarks, left_hand_landmarks, right_hand_landmarks] {
            landmarks.close()
        }
        for landmarks in [pose_world_landmarks, left_hand_world_landmarks, right_hand_world_landmarks] {
            landmarks.close()
        }
        face_blendshapes.close()
        if let mask = pose_segmentation_mask { mpImageFree(mask) }
    }
}

@_cdecl("MpHolisticLandmarkerCreate")
package func mpHolisticLandmarkerCreate(
    _ options: UnsafePointer<MpHolisticLandmarkerOptions>?, _ landmarker: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    MediaPipeTask<MpHolisticLandmarkerResult>.create(
        options, landmarker, "landmarker", message, callback: { $0.result_callback }, call: { $0($1, $2, $3, $4) }
    ) { given, base in
        let options = HolisticLandmarkerOptions()
        options.baseOptions = base
        options.minFaceDetectionConfidence = given.min_face_detection_confidence
        options.minFaceSuppressionThreshold = given.min_face_suppression_threshold
        options.minFacePresenceConfidence = given.min_face_presence_confidence
        options.minHandLandmarksConfidence = given.min_hand_landmarks_confidence
        options.minPoseDetectionConfidence = given.min_pose_detection_confidence
        options.minPoseSuppressionThreshold = given.min_pose_suppression_threshold
        options.minPosePresenceConfidence = given.min_pose_presence_confidence
        options.outputFaceBlendshapes = given.output_face_blendshapes
        options.outputPoseSegmentationMasks = given.output_pose_segmentation_masks
        return try HolisticLandmarker(options: options)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import CLineament
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

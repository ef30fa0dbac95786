// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament

extension MpPoseLandmarkerResult: MpTaskResult {
    init(_ result: PoseLandmarkerResult) {
        self.init()
        (segmentation_masks, segmentation_masks_count) = CMemory.array(result.segmentationMasks) {
            HandleTable.insert(SharedImage($0))
        }
        (pose_landmarks, pose_landmarks_count) = CMemory.array(result.poses) { MpLandmarks($0.landmarks) }
        (pose_world_landmarks, pose_world_landmarks_count) = CMemory.array(result.poses) {
            MpLandmarks($0.worldLandmarks)
        }
    }

    func close() {
        CMemory.release(segmentation_masks, segmentation_masks_count) { mpImageFree($0) }
        CMemory.release(pose_landmarks, pose_landmarks_count) { $0.close() }
        CMemory.release(pose_world_landmarks, pose_world_landmarks_count) { $0.close() }
    }
}

// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Lineament

extension MpPoseLandmarkerResult: MpTaskResult {
    init(_ result: PoseLandmarkerResult) {
        let (masks, maskCount) = CMemory.array(result.segmentationMasks) { HandleTable.insert(SharedImage($0)) }
        let (landmarks, landmarkCount) = CMemory.array(result.poses) { MpLandmarks($0.landmarks) }
        let (worldLandmarks, worldLandmarkCount) = CMemory.array(result.poses) { MpLandmarks($0.worldLandmarks) }
        self.init(
            segmentation_masks: masks, segmentation_masks_count: maskCount, pose_landmarks: landmarks,
            pose_landmarks_count: landmarkCount, pose_world_landmarks: worldLandmarks,
            pose_world_landmarks_count: worldLandmarkCount)
    }

    func close() {
        CMemory.release(segmentation_masks, segmentation_masks_count) { mpImageFree($0) }
        CMemory.release(pose_landmarks, pose_landmarks_count) { $0.close() }
        CMemory.release(pose_world_landmarks, pose_world_landmarks_count) { $0.close() }
    }
}

@_cdecl("MpPoseLandmarkerCreate")
package func mpPoseLandmarkerCreate(
    _ options: UnsafePointer<MpPoseLandmarkerOptions>?, _ landmarker: NewHandle?, _ message: ErrorMessage?
) -> MpStatus {
    MediaPipeTask<MpPoseLandmarkerResult>.create(
        options, landmarker, "landmarker", message, callback: { $0.result_callback }, call: { $0($1, $2, $3, $4) }
    ) { given, base in
        let options = PoseLandmarkerOptions()
        options.baseOptions = base
        options.numPoses = Int(given.num_poses)
        options.minPoseDetectionConfidence = given.min_pose_detection_confidence
        options.minPosePresenceConfidence = given.min_pose_presence_confidence
        options.minTrackingConfidence = given.min_tracking_confidence
        options.shouldOutputSegmentationMasks = given.output_segmentation_masks
        return try PoseLandmarker(options: options)
    }
}

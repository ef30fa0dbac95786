// SPDX-License-Identifier: Apache-2.0
import MediaPipeTasksVision
import UIKit

/// Bodies and face boxes of photos, which share their settings.
class BodyService {
    enum Model: String, CaseIterable {
        case pose = "pose_landmarker_full"
        case faces = "face_detection_short_range"

        func path(in folder: URL) -> String? {
            let name = self == .pose ? "\(rawValue).task" : "\(rawValue).tflite"
            return folder.appendingPathComponent(name).path
        }
    }

    private let poses: PoseLandmarker
    private let boxes: FaceDetector

    init(modelFolder: URL) throws {
        let poseOptions = PoseLandmarkerOptions()
        poseOptions.baseOptions.modelAssetPath = Model.pose.path(in: modelFolder)
        poseOptions.runningMode = .image
        poseOptions.numPoses = 2
        poseOptions.minPoseDetectionConfidence = 0.5
        poseOptions.minPosePresenceConfidence = 0.5
        poseOptions.minTrackingConfidence = 0.5
        poseOptions.shouldOutputSegmentationMasks = true
        poses = try PoseLandmarker(options: poseOptions)

        let boxOptions = FaceDetectorOptions()
        boxOptions.baseOptions.modelAssetPath = Model.faces.path(in: modelFolder)
        boxOptions.baseOptions.delegate = .GPU
        boxOptions.minDetectionConfidence = 0.5
        boxOptions.minSuppressionThreshold = 0.3
        boxes = try FaceDetector(options: boxOptions)
    }

    func pose(in image: UIImage) async throws -> PoseLandmarkerResult {
        let poses = self.poses
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Result { try poses.detect(image: MPImage(uiImage: image)) })
            }
        }
    }

    func faces(in image: UIImage, completion: @escaping (Result<[Detection], Error>) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            guard let self = self else { return }
            let outcome = Result { try self.boxes.detect(image: MPImage(uiImage: image)).detections }
            DispatchQueue.main.async { completion(outcome) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Computes the regions of an image that the face landmark model is run on.
///
/// MediaPipe's equivalents are `face_detector_graph.cc` for detections and `face_landmarks_detector_graph.cc` for
/// landmarks.
enum FaceRegion {
    /// The size of a region relative to the bounding box of the face.
    private static let margin: Float = 1.5

    /// Returns the region of a detected face: its bounding box scaled by 1.5 and rotated so that the eyes are level.
    static func around(_ face: RawDetection, in size: ImageSize) -> RotatedRect {
        let center = face.box.center
        let extent = face.box.size * margin
        let eyes = (face.keypoints[FaceKeypoint.rightEye.rawValue], face.keypoints[FaceKeypoint.leftEye.rawValue])
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y,
            rotation: RegionRotation.bringing(eyes.0, eyes.1, to: .level, in: size, style: .tasks))
    }

    /// Returns the region of a tracked face in the next frame: a square around all landmarks, scaled by 1.5 and rotated
    /// so that the eyes are level.
    static func around(_ landmarks: LandmarkSet, in size: ImageSize) -> RotatedRect {
        let box = PointExtent(landmarks.lazy.map(\.xy)).box
        let center = box.center
        let side = max(box.size.x * size.width, box.size.y * size.height)
        let right = landmarks[FaceMeshLandmark.rightEyeOuterCorner.rawValue]
        let left = landmarks[FaceMeshLandmark.leftEyeOuterCorner.rawValue]
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: side / size.width * margin,
            height: side / size.height * margin,
            rotation: RegionRotation.bringing(
                SIMD2(right.x, right.y), SIMD2(left.x, left.y), to: .level, in: size, style: .tasks))
    }
}

/// The regions that the landmark model is shown.
enum FaceRegion {
    private static let margin: Float = 1.5
    /// The region of a detected face: its box enlarged by half, rotated so that the eyes are level.
    static func around(_ face: RawDetection, in size: ImageSize) -> RotatedRect {
        let center = face.box.center
        let extent = face.box.size * margin
        let eyes = (face.keypoints[FaceKeypoint.rightEye.rawValue], face.keypoints[FaceKeypoint.leftEye.rawValue])
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y,
            rotation: RegionRotation.bringing(eyes.0, eyes.1, to: .level, in: size))
    }

    /// The region of a tracked face in the next frame: a square around all landmarks, enlarged by half.
    static func around(_ landmarks: LandmarkSet, in size: ImageSize) -> RotatedRect {
        // MediaPipe's maxima start just above 0, which shows when a face lies beyond the left or upper edge.
        var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
        var high = SIMD2<Float>(repeating: .leastNormalMagnitude)
        for landmark in landmarks {
            low = pointwiseMin(low, SIMD2(landmark.x, landmark.y))
            high = pointwiseMax(high, SIMD2(landmark.x, landmark.y))
        }
        let box = BoundingBox(minimum: low, maximum: high)
        let center = box.center
        let side = max(box.size.x * size.width, box.size.y * size.height)
        let right = landmarks[FaceMeshLandmark.rightEyeOuterCorner.rawValue]
        let left = landmarks[FaceMeshLandmark.leftEyeOuterCorner.rawValue]
        return RotatedRect(
            xCenter: center.x, yCenter: center.y, width: side / size.width * margin,
            height: side / size.height * margin,
            rotation: RegionRotation.bringing(
                SIMD2(right.x, right.y), SIMD2(left.x, left.y), to: .level, in: size))
    }
}

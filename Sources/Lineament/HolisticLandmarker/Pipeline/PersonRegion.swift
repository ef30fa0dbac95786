// SPDX-License-Identifier: Apache-2.0

/// Computes the regions of a person's hands and face from the landmarks of the body.
///
/// MediaPipe's equivalents are `holistic_hand_tracking.cc` and `holistic_face_tracking.cc`.
enum PersonRegion {
    /// A side of the body, with its landmarks at the hand.
    enum Side: CaseIterable {
        case left, right

        var wrist: PoseLandmark { self == .left ? .leftWrist : .rightWrist }
        fileprivate var index: PoseLandmark { self == .left ? .leftIndex : .rightIndex }
        fileprivate var pinky: PoseLandmark { self == .left ? .leftPinky : .rightPinky }
    }

    /// The visibility that a wrist must exceed for its hand to be looked for.
    private static let minWristVisibility: Float = 0.1

    /// Returns the region in which a hand is expected, which ``HandRefinementModel`` refines; `nil` if the wrist is hidden.
    ///
    /// It is centered between the knuckles, two thirds of the way from the little finger's to the index finger's, rotated
    /// so that the hand is upright, moved by a tenth of its height toward the fingers, and scaled by 2.7.
    static func ofHand(
        _ side: Side, of body: DetectedPose, in size: ImageSize, style: GraphStyle
    ) -> RotatedRect? {
        guard Double(body.visibility[side.wrist.rawValue]) > Double(minWristVisibility) else { return nil }
        let pixels = SIMD2(size.width, size.height)
        func point(_ landmark: PoseLandmark) -> SIMD2<Float> { body.landmarks[landmark.rawValue].xy * pixels }
        let wrist = point(side.wrist)
        let middle = (2 * point(side.index) + point(side.pinky)) / 3
        let extent = 2 * (middle - wrist).length
        return RotatedRect(
            xCenter: middle.x / size.width, yCenter: middle.y / size.height, width: extent / size.width,
            height: extent / size.height,
            rotation: RegionRotation.bringing(wrist, middle, to: .upright, style: style)
        ).expanded(shift: -0.1, scale: 2.7, in: size, style: style)
    }

    /// Returns the region of a hand from the two points of ``HandRefinementModel``.
    /// - Parameters:
    ///   - center: The center of the hand, in fractions of the image.
    ///   - guide: A point below it, at a distance of half the region's side.
    ///   - size: The size of the image, in pixels.
    ///   - style: Whose functions of angles are used.
    static func ofHand(
        center: SIMD2<Float>, guide: SIMD2<Float>, in size: ImageSize, style: GraphStyle
    ) -> RotatedRect {
        let pixels = SIMD2(size.width, size.height)
        let side = (guide * pixels - center * pixels).length * 2
        // To pixels and back, as MediaPipe does, which can change the last bit.
        let middle = center * pixels / pixels
        return RotatedRect(
            xCenter: middle.x, yCenter: middle.y, width: side / size.width, height: side / size.height,
            rotation: RegionRotation.bringing(center, guide, to: .down, in: size, style: style)
        ).expanded(shift: -0.1, scale: 1, in: size, style: style)
    }

    /// Returns the region in which the face is detected: three times the box around the body's landmarks on it.
    static func aroundHead(of body: DetectedPose, in size: ImageSize, style: GraphStyle) -> RotatedRect {
        let head = body.landmarks[PoseLandmark.nose.rawValue...PoseLandmark.mouthRight.rawValue]
        return RotatedRect(
            around: PointExtent(head.lazy.map(\.xy)).box,
            rotation: RegionRotation.bringing(
                body.landmarks[PoseLandmark.rightEye.rawValue].xy, body.landmarks[PoseLandmark.leftEye.rawValue].xy,
                to: .level, in: size, style: style)
        ).expanded(shift: 0, scale: 3, in: size, style: style)
    }

    /// Returns the region of a detected face: twice the box around its keypoints.
    static func ofFace(_ face: RawDetection, in size: ImageSize) -> RotatedRect {
        let extent = PointExtent(face.keypoints)
        let eyes = (face.keypoints[FaceKeypoint.rightEye.rawValue], face.keypoints[FaceKeypoint.leftEye.rawValue])
        return RotatedRect(
            xCenter: extent.center.x, yCenter: extent.center.y, width: extent.size.x, height: extent.size.y,
            rotation: RegionRotation.bringing(eyes.0, eyes.1, to: .level, in: size, style: .tasks)
        ).expanded(shift: 0, scale: 2, in: size, style: .tasks)
    }

    /// Returns the region of a face in the next frame: the box around all landmarks, scaled by 1.5.
    static func ofFace(_ landmarks: LandmarkSet, in size: ImageSize) -> RotatedRect {
        var rect = RotatedRect(
            around: PointExtent(landmarks.lazy.map(\.xy)).box,
            rotation: RegionRotation.bringing(
                landmarks[FaceMeshLandmark.rightEyeOuterCorner.rawValue].xy,
                landmarks[FaceMeshLandmark.leftEyeOuterCorner.rawValue].xy, to: .level, in: size, style: .tasks))
        rect.width *= 1.5
        rect.height *= 1.5
        return rect
    }
}

extension RotatedRect {
    /// Creates the rectangle of a box, rotated about its center.
    init(around box: BoundingBox, rotation: Float) {
        self.init(
            xCenter: box.center.x, yCenter: box.center.y, width: box.size.x, height: box.size.y, rotation: rotation)
    }
}

public import Foundation
internal import Lineament

/// A detected face. A value that was not requested or could not be determined is 0, and its `has…` flag is false.
public final class Face: Sendable {
    /// The bounding box in pixels: of the displayed image for a `UIImage`, of the stored image for a buffer.
    public let frame: CGRect
    /// The visible landmarks, if they were requested.
    public let landmarks: [FaceLandmark]
    /// The 15 contours, if they were requested and this is the most prominent face.
    public let contours: [FaceContour]

    /// Whether the face has a tracking ID.
    public let hasTrackingID: Bool
    /// The ID of the face, which stays the same from image to image and is unique within the detector. Starts at 1.
    public let trackingID: Int

    /// Whether ``headEulerAngleX`` is known.
    public let hasHeadEulerAngleX: Bool
    /// The pitch in degrees, positive when the face looks up.
    public let headEulerAngleX: CGFloat
    /// Whether ``headEulerAngleY`` is known.
    public let hasHeadEulerAngleY: Bool
    /// The yaw in degrees, positive when the face looks toward the right edge of the image.
    public let headEulerAngleY: CGFloat
    /// Whether ``headEulerAngleZ`` is known.
    public let hasHeadEulerAngleZ: Bool
    /// The roll in degrees, positive when the head is rotated counterclockwise in the image.
    public let headEulerAngleZ: CGFloat

    /// Whether ``smilingProbability`` is known.
    public let hasSmilingProbability: Bool
    /// The probability that the face is smiling, 0 to 1; see `docs/dialects.md` for its accuracy.
    public let smilingProbability: CGFloat
    /// Whether ``leftEyeOpenProbability`` is known.
    public let hasLeftEyeOpenProbability: Bool
    /// The probability that the subject's left eye is open, 0 to 1.
    public let leftEyeOpenProbability: CGFloat
    /// Whether ``rightEyeOpenProbability`` is known.
    public let hasRightEyeOpenProbability: Bool
    /// The probability that the subject's right eye is open, 0 to 1.
    public let rightEyeOpenProbability: CGFloat

    /// Returns a landmark, or `nil` if landmarks were not requested or this one is not visible.
    public func landmark(ofType type: FaceLandmarkType) -> FaceLandmark? { landmarks.first { $0.type == type } }

    /// Returns a contour, or `nil` if contours were not requested or this is not the most prominent face.
    ///
    /// Firebase's `.all` gives the points of all contours in one, which ``contours`` does not list.
    public func contour(ofType type: FaceContourType) -> FaceContour? {
        guard type == .all, !contours.isEmpty else { return contours.first { $0.type == type } }
        let points = FaceTables.orderOfAll.flatMap { type in contours.first { $0.type == type }?.points ?? [] }
        return FaceContour(type: .all, points: points)
    }

    /// The largest yaw, in degrees, at which an expression can be classified.
    private static let maxYawWithExpression: Float = 36

    init(
        _ face: FaceAttributes, _ settings: DetectionSettings, in image: UprightImage, isDisplayed: Bool,
        isProminent: Bool, id: Int?
    ) {
        let place = { (point: SIMD2<Float>) in isDisplayed ? point : image.stored(point) }
        frame = face.frame(placedBy: place)
        (hasTrackingID, trackingID) = (id != nil, id ?? 0)

        let angles = settings.isContourOnly ? nil : face.angles
        let degrees: (Float) -> Float = { $0 * 180 / .pi }
        (hasHeadEulerAngleX, headEulerAngleX) = Self.known(angles.map { degrees($0.pitchInRadians) })
        let knowsYaw = settings.wantsMesh && !settings.isContourOnly
        (hasHeadEulerAngleY, headEulerAngleY) = Self.known(
            knowsYaw ? degrees(face.angles?.yawInRadians ?? face.estimatedYaw) : nil)
        (hasHeadEulerAngleZ, headEulerAngleZ) = Self.known(
            settings.isContourOnly ? nil : degrees(angles?.rollInRadians ?? face.estimatedRoll))

        let yaw = degrees(face.angles?.yawInRadians ?? face.estimatedYaw)
        let isFrontal = abs(yaw) <= Self.maxYawWithExpression
        let expression = settings.wantsClassification && isFrontal ? face.expression : nil
        let (left, right) =
            FaceTables.leftIsTheSubjects
            ? (expression?.leftEyeOpen, expression?.rightEyeOpen) : (expression?.rightEyeOpen, expression?.leftEyeOpen)
        (hasSmilingProbability, smilingProbability) = Self.known(expression?.smiling)
        (hasLeftEyeOpenProbability, leftEyeOpenProbability) = Self.known(left)
        (hasRightEyeOpenProbability, rightEyeOpenProbability) = Self.known(right)

        let points = face.mesh.map { mesh in mesh.map { place(SIMD2($0.x, $0.y)) } }
        landmarks = settings.wantsLandmarks ? Self.landmarks(points, turnedRight: yaw) : []
        contours = settings.wantsContours && isProminent ? Self.contours(points) : []
    }

    private static func known(_ value: Float?) -> (Bool, CGFloat) { (value != nil, CGFloat(value ?? 0)) }

    private static func landmarks(_ points: [SIMD2<Float>]?, turnedRight: Float) -> [FaceLandmark] {
        guard let points else { return [] }
        let visible = FaceTables.visibleLandmarks(turnedRight: turnedRight)
        return FaceLandmarkType.allCases.filter(visible.contains).map { type in
            let parts = FaceTables.points(of: type).map { points[$0] }
            let mean = parts.reduce(.zero, +) / Float(parts.count)
            return FaceLandmark(type: type, position: VisionPoint(mean))
        }
    }

    private static func contours(_ points: [SIMD2<Float>]?) -> [FaceContour] {
        guard let points else { return [] }
        return FaceContourType.allCases.filter { $0 != .all }.map { type in
            FaceContour(type: type, points: FaceTables.points(of: type).map { VisionPoint(points[$0]) })
        }
    }
}

extension FaceAttributes {
    /// Returns the bounding box of the detector's box and the mesh without its irises.
    fileprivate func frame(placedBy place: (SIMD2<Float>) -> SIMD2<Float>) -> CGRect {
        let outline = (mesh ?? []).prefix(FaceMeshLandmark.rightIrisCenter.rawValue).map { SIMD2($0.x, $0.y) }
        let corners = [boxOrigin, boxOrigin + boxSize]
        let low = place((outline + corners).reduce(boxOrigin, pointwiseMin))
        let high = place((outline + corners).reduce(boxOrigin, pointwiseMax))
        let origin = pointwiseMin(low, high)
        let size = pointwiseMax(low, high) - origin
        return CGRect(
            x: CGFloat(origin.x), y: CGFloat(origin.y), width: CGFloat(size.x), height: CGFloat(size.y))
    }
}

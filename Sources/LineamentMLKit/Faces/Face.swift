public import Foundation
internal import Lineament

/// A face that a detector found. What was not asked for, or cannot be told, has its `has…` flag false and is 0.
public final class Face: Sendable {
    /// The box in pixels of the image: as shown for a `UIImage`, as stored for a buffer.
    public let frame: CGRect
    /// The landmarks that can be seen, if they were asked for.
    public let landmarks: [FaceLandmark]
    /// The contours, if they were asked for and this is the most prominent face.
    public let contours: [FaceContour]

    /// Whether the face has a number.
    public let hasTrackingID: Bool
    /// A number that the face keeps from image to image and that no other face of the detector gets; from 1.
    public let trackingID: Int

    public let hasHeadEulerAngleX: Bool
    /// In degrees; positive when the face looks up.
    public let headEulerAngleX: CGFloat
    public let hasHeadEulerAngleY: Bool
    /// In degrees; positive when the face looks towards the right edge of the image.
    public let headEulerAngleY: CGFloat
    public let hasHeadEulerAngleZ: Bool
    /// In degrees; positive when the head is turned counter-clockwise in the image.
    public let headEulerAngleZ: CGFloat

    public let hasSmilingProbability: Bool
    /// 0 to 1; see `docs/dialects.md` for how often it is right.
    public let smilingProbability: CGFloat
    public let hasLeftEyeOpenProbability: Bool
    /// 0 to 1, of the subject's left eye.
    public let leftEyeOpenProbability: CGFloat
    public let hasRightEyeOpenProbability: Bool
    /// 0 to 1, of the subject's right eye.
    public let rightEyeOpenProbability: CGFloat

    /// A landmark; nil if it was not asked for or cannot be seen.
    public func landmark(ofType type: FaceLandmarkType) -> FaceLandmark? { landmarks.first { $0.type == type } }

    /// A contour; nil if it was not asked for or this is not the most prominent face.
    public func contour(ofType type: FaceContourType) -> FaceContour? { contours.first { $0.type == type } }

    /// Heads turned further than this, in degrees, have no expression that could be told.
    private static let largestTurnWithExpression: Float = 36

    init(
        _ face: FaceAttributes, _ settings: DetectionSettings, in image: UprightImage, isDisplayed: Bool,
        isProminent: Bool, id: Int?
    ) {
        let place = { (point: SIMD2<Float>) in isDisplayed ? point : image.stored(point) }
        frame = face.frame(placedBy: place)
        (hasTrackingID, trackingID) = (id != nil, id ?? 0)

        let angles = settings.isContourOnly ? nil : face.angles
        let degrees: (Float) -> Float = { $0 * 180 / .pi }
        (hasHeadEulerAngleX, headEulerAngleX) = Self.known(angles.map { degrees($0.up) })
        let knowsTurn = settings.wantsMesh && !settings.isContourOnly
        (hasHeadEulerAngleY, headEulerAngleY) = Self.known(
            knowsTurn ? degrees(face.angles?.right ?? face.estimatedYaw) : nil)
        (hasHeadEulerAngleZ, headEulerAngleZ) = Self.known(
            settings.isContourOnly ? nil : degrees(angles?.counterclockwise ?? face.estimatedRoll))

        let turn = degrees(face.angles?.right ?? face.estimatedYaw)
        let isFrontal = abs(turn) <= Self.largestTurnWithExpression
        let expression = settings.wantsClassification && isFrontal ? face.expression : nil
        let (left, right) =
            FaceTables.leftIsTheSubjects
            ? (expression?.leftEyeOpen, expression?.rightEyeOpen) : (expression?.rightEyeOpen, expression?.leftEyeOpen)
        (hasSmilingProbability, smilingProbability) = Self.known(expression?.smiling)
        (hasLeftEyeOpenProbability, leftEyeOpenProbability) = Self.known(left)
        (hasRightEyeOpenProbability, rightEyeOpenProbability) = Self.known(right)

        let points = face.mesh.map { mesh in mesh.map { place(SIMD2($0.x, $0.y)) } }
        landmarks = settings.wantsLandmarks ? Self.landmarks(points, turnedRight: turn) : []
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
        return FaceContourType.allCases.map { type in
            FaceContour(type: type, points: FaceTables.points(of: type).map { VisionPoint(points[$0]) })
        }
    }
}

extension FaceAttributes {
    /// The box around the detector's box and the mesh without the irises.
    fileprivate func frame(placedBy place: (SIMD2<Float>) -> SIMD2<Float>) -> CGRect {
        let outline = (mesh ?? []).prefix(468).map { SIMD2($0.x, $0.y) }
        let corners = [boxOrigin, boxOrigin + boxSize]
        let low = place((outline + corners).reduce(boxOrigin, pointwiseMin))
        let high = place((outline + corners).reduce(boxOrigin, pointwiseMax))
        let origin = pointwiseMin(low, high)
        let size = pointwiseMax(low, high) - origin
        return CGRect(
            x: CGFloat(origin.x), y: CGFloat(origin.y), width: CGFloat(size.x), height: CGFloat(size.y))
    }
}

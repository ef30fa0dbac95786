internal import Foundation
internal import Lineament
public import LineamentMLKit
public import LineamentRender

extension FaceDrawing {
    /// Creates a drawing of one of ML Kit's faces: its frame, contours and landmarks, and what is known of it as text.
    public init(_ face: Face) {
        let closed: Set<FaceContourType> = [.face, .leftEye, .rightEye]
        self.init(
            box: face.frame,
            paths: face.contours.filter { $0.type != .all && $0.points.count > 1 }.map { contour in
                Path(points: contour.line.map(Point.init), isClosed: closed.contains(contour.type))
            },
            dots: face.landmarks.map { Point($0.position) },
            labelLines: face.labelLines)
        if face.hasTrackingID { number = face.trackingID }
    }
}

extension FaceContourOverlay {
    /// Creates an overlay of ML Kit's faces, for the image whose pixels their points are in: the displayed one for a
    /// `UIImage`, the stored one for a buffer.
    public init(_ faces: [Face], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(faces.map(FaceDrawing.init), labels: labels, style: style)
    }

    /// Creates an overlay of one of ML Kit's faces.
    public init(_ face: Face, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init([face], labels: labels, style: style)
    }
}

extension FaceBlurOverlay {
    /// Creates an overlay of ML Kit's faces.
    public init(_ faces: [Face]) {
        self.init(Placed { _ in faces.map(\.frame) })
    }
}

extension FaceContour {
    /// The points in the order of a line: ML Kit lists the middle of `noseBottom` first.
    fileprivate var line: [VisionPoint] {
        guard type == .noseBottom, points.count == 3 else { return points }
        return [points[1], points[0], points[2]]
    }
}

extension Face {
    /// The attributes of the face beside its place, as lines of text.
    package var labelLines: [String] {
        var lines: [String] = []
        if hasSmilingProbability {
            lines.append(String(format: "smile %.2f", smilingProbability))
            lines.append(String(format: "eyes open %.2f %.2f", rightEyeOpenProbability, leftEyeOpenProbability))
        }
        if hasHeadEulerAngleY {
            lines.append(
                HeadAngles.text(
                    yaw: Float(headEulerAngleY), pitch: hasHeadEulerAngleX ? Float(headEulerAngleX) : .nan,
                    roll: Float(headEulerAngleZ)))
        }
        return lines
    }
}

extension Point {
    /// Creates a position from one of ML Kit's.
    init(_ point: VisionPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

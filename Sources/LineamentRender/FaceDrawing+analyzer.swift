internal import Foundation
public import Lineament

extension FaceDrawing {
    /// Creates a drawing of an analyzed face: its box, contours and landmarks, and what is known of it as text.
    public init(_ face: FaceAnalyzerResult.Face) {
        self.init(
            box: face.boundingBox,
            paths: FacialContour.allCases.compactMap { contour -> Path? in
                guard let points = face.contours[contour], points.count > 1 else { return nil }
                return Path(points: contour.line(through: points).map { Point($0) }, isClosed: contour.isClosed)
            },
            dots: FacialPoint.allCases.compactMap { face.landmarks[$0].map { Point($0) } },
            labelLines: face.labelLines)
        number = face.trackID
    }
}

extension FaceContourOverlay {
    /// Creates an overlay of the faces that a face analyzer found.
    public init(_ result: FaceAnalyzerResult, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(result.faces.map { FaceDrawing($0) }, labels: labels, style: style)
    }
}

extension FacialContour {
    /// Returns points in the order of a line: those of `noseBottom` begin with the middle, as in ML Kit.
    fileprivate func line(through points: [CGPoint]) -> [CGPoint] {
        guard self == .noseBottom, points.count == 3 else { return points }
        return [points[1], points[0], points[2]]
    }
}

extension FaceAnalyzerResult.Face {
    /// The attributes of the face beside its place, as lines of text.
    package var labelLines: [String] {
        var lines: [String] = []
        if let smilingProbability, let leftEyeOpenProbability, let rightEyeOpenProbability {
            lines.append(String(format: "smile %.2f", smilingProbability))
            lines.append(String(format: "eyes open %.2f %.2f", rightEyeOpenProbability, leftEyeOpenProbability))
        }
        if let yaw {
            lines.append(HeadAngles.text(yaw: yaw, pitch: pitch ?? .nan, roll: roll ?? 0))
        }
        return lines
    }
}

extension Point {
    fileprivate init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}

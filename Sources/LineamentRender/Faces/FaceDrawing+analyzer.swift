// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

extension FaceDrawing {
    /// Creates a drawing of an analyzed face: its box, contours and landmarks, and its attributes as text. Positions are those
    /// of the face, in pixels of the image as stored, so draw it over that image.
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
    /// Creates an overlay of the faces that a face analyzer found, for the image as stored.
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
    /// The smile, open eyes (right, then left) and angles of the face that are known, a line each.
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

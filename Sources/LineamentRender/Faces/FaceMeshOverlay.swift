// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// An overlay with the mesh, lips, eyes, eyebrows, irises and outline of faces and, in videos, each face's track ID.
///
/// The subject's left eye and eyebrow are orange, the right ones sky blue, lips vermilion and irises green.
public struct FaceMeshOverlay: Overlay {
    private let faces: [FaceLandmarkerResult.Face]
    private let labels: LabelMode
    private let style: OverlayStyle
    private let parts: OverlayStyle.Parts

    /// The parts that are drawn unless a style says otherwise: all but the box and the single landmarks.
    public static let defaultParts: OverlayStyle.Parts = [.mesh, .contours, .irises, .labels]

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceLandmarkerResult, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(result.faces, labels: labels, style: style)
    }

    /// Creates an overlay of one face of a result.
    public init(
        _ face: FaceLandmarkerResult.Face, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init([face], labels: labels, style: style)
    }

    /// Creates an overlay of some faces of a result.
    public init(
        _ faces: [FaceLandmarkerResult.Face], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.faces = faces
        self.labels = labels
        self.style = style
        parts = style.parts ?? Self.defaultParts
    }

    /// Draws the meshes, then the track IDs. Small faces have only their contours, in thinner lines.
    public func draw(on canvas: Canvas) {
        let shapes = faces.map { $0.landmarks.map { canvas.point(of: $0) } }
        let boxes = shapes.map(\.boundingBox)
        let styles = style.ofSubjects(faces.map(\.trackID))
        let typical = DrawingScale.typical(boxes.map { Double($0.width) })
        for (points, (box, style)) in zip(shapes, zip(boxes, styles)) {
            draw(points, box, style, DrawingScale(size: box.width, typical: typical, on: canvas), on: canvas)
        }
        guard parts.contains(.labels) else { return }
        let blocks = zip(faces, zip(boxes, styles)).enumerated().map { index, element in
            let (face, (box, style)) = element
            let number = labels == .all && faces.count > 1 ? "\(index + 1)" : nil
            return SubjectLabel(name: face.trackID.map { "#\($0)" } ?? number, subject: box, colors: style.colors)
        }
        canvas.draw(blocks, besides: boxes, mode: labels, style.colors)
    }

    private func draw(
        _ points: [Point], _ box: CGRect, _ style: OverlayStyle, _ scale: DrawingScale, on canvas: Canvas
    ) {
        if parts.contains(.box) { canvas.strokeBox(box, style, scale) }
        for feature in Self.features
        where parts.contains(feature.part) && (scale.showsMesh || feature.part == .contours) {
            let lines = feature.connections.compactMap { line -> (from: Point, to: Point)? in
                guard let from = points.element(at: Int(line.start)), let to = points.element(at: Int(line.end)) else {
                    return nil
                }
                return (from, to)
            }
            let color = style.colors[keyPath: feature.color]
            let width = (scale.showsMesh ? 1 : Self.thinness) * feature.width * scale.factor * style.lineWidth
            if feature.part == .irises {
                canvas.strokeEllipse(Self.circle(through: lines.map(\.from)), color, width: width)
            } else {
                canvas.strokeLines(lines, color, width: width)
            }
        }
        guard parts.contains(.landmarks), scale.showsDetail else { return }
        for point in points {
            canvas.fillCircle(point, radius: 0.9 * scale.factor * style.pointRadius, style.colors.landmarks)
        }
    }

    /// The width of contours without a mesh, which are on small faces, relative to those with one.
    private static let thinness = 0.8

    /// Returns the circle around points on an iris's edge.
    private static func circle(through points: [Point]) -> CGRect {
        let count = Double(max(1, points.count))
        let x = points.map(\.x).reduce(0, +) / count
        let y = points.map(\.y).reduce(0, +) / count
        let radius = points.map { hypot($0.x - x, $0.y - y) }.reduce(0, +) / count
        return CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
    }

    private struct Feature: Sendable {
        let part: OverlayStyle.Parts
        let connections: [Connection]
        let color: any KeyPath<OverlayStyle.Colors, Color> & Sendable
        let width: Double
    }

    private static let features = [
        Feature(part: .mesh, connections: distinctMesh, color: \.mesh, width: 0.7),
        Feature(part: .contours, connections: FaceLandmarker.faceOvalConnections(), color: \.middle, width: 1.6),
        Feature(part: .contours, connections: FaceLandmarker.rightEyebrowConnections(), color: \.right, width: 1.6),
        Feature(part: .contours, connections: FaceLandmarker.rightEyeConnections(), color: \.right, width: 1.6),
        Feature(part: .contours, connections: FaceLandmarker.leftEyebrowConnections(), color: \.left, width: 1.6),
        Feature(part: .contours, connections: FaceLandmarker.leftEyeConnections(), color: \.left, width: 1.6),
        Feature(part: .irises, connections: FaceLandmarker.rightIrisConnections(), color: \.irises, width: 1.4),
        Feature(part: .irises, connections: FaceLandmarker.leftIrisConnections(), color: \.irises, width: 1.4),
        Feature(part: .contours, connections: FaceLandmarker.lipsConnections(), color: \.lips, width: 1.6),
    ]

    /// The edges of the mesh without duplicates.
    private static let distinctMesh = Array(
        Set(
            FaceLandmarker.tesselationConnections().map { line in
                Connection(start: min(line.start, line.end), end: max(line.start, line.end))
            }))
}

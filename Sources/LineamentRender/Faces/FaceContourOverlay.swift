// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// An overlay with the boxes, contours, landmarks and attributes of faces.
///
/// Boxes are yellow, contours sky blue, landmarks orange.
public struct FaceContourOverlay: Overlay {
    private let faces: Placed<FaceDrawing>
    private let labels: LabelMode
    private let style: OverlayStyle
    private let parts: OverlayStyle.Parts

    /// The parts that are drawn unless a style says otherwise: all that there are.
    public static let defaultParts: OverlayStyle.Parts = [.box, .contours, .landmarks, .labels]

    /// Creates an overlay of faces in image pixels.
    public init(_ faces: [FaceDrawing], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(Placed { _ in faces }, labels: labels, style: style)
    }

    /// Creates an overlay of faces whose places depend on the size of the image.
    package init(_ faces: Placed<FaceDrawing>, labels: LabelMode, style: OverlayStyle) {
        self.faces = faces
        self.labels = labels
        self.style = style
        parts = style.parts ?? Self.defaultParts
    }

    /// Draws the boxes, then contours and landmarks, then the labels.
    public func draw(on canvas: Canvas) {
        let faces = faces.inPixels(on: canvas)
        let styles = style.ofSubjects(faces.map(\.number))
        let typical = DrawingScale.typical(faces.map { Double($0.box.width) })
        if parts.contains(.box) {
            for (face, style) in zip(faces, styles) {
                canvas.strokeBox(face.box, style, DrawingScale(size: face.box.width, on: canvas))
            }
        }
        for (face, style) in zip(faces, styles) { drawShape(of: face, style, typical: typical, on: canvas) }
        guard parts.contains(.labels) else { return }
        let blocks = zip(faces, styles).enumerated().map { index, element in
            let (face, style) = element
            let number = faces.count > 1 ? "\(index + 1)" : nil
            return SubjectLabel(
                name: face.number.map { "#\($0)" } ?? number, values: face.labelLines, subject: face.box,
                colors: style.colors)
        }
        canvas.draw(blocks, besides: faces.map(\.box), mode: labels, style.colors)
    }

    private func drawShape(of face: FaceDrawing, _ style: OverlayStyle, typical: Double, on canvas: Canvas) {
        let scale = DrawingScale(size: face.box.width, typical: typical, on: canvas)
        for path in face.paths where parts.contains(.contours) {
            let points = path.points
            let ends = path.isClosed ? Array(points.dropFirst()) + points.prefix(1) : Array(points.dropFirst())
            canvas.strokeLines(
                zip(points, ends).map { ($0, $1) }, style.colors.contours,
                width: 1.4 * scale.factor * style.lineWidth)
        }
        guard parts.contains(.landmarks), scale.showsDetail else { return }
        for dot in face.dots {
            let size = scale.factor * style.pointRadius
            canvas.fillDot(dot, radius: 2 * size, rim: 0.8 * size, style.colors.landmarks)
        }
    }
}

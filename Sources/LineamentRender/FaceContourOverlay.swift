public import Foundation

/// A face to draw: box, contours, landmarks and text, in image pixels.
public struct FaceDrawing: Sendable {
    /// A sequence of points connected by lines.
    public struct Path: Sendable {
        /// The points in order.
        public var points: [Point]
        /// Whether the last point is connected to the first.
        public var isClosed: Bool

        /// Creates a path from its points.
        public init(points: [Point], isClosed: Bool) {
            self.points = points
            self.isClosed = isClosed
        }
    }

    /// The bounding box of the face.
    public var box: CGRect
    /// The contours.
    public var paths: [Path]
    /// The landmarks.
    public var dots: [Point]
    /// The lines of text above the box.
    public var words: [String]

    /// Creates a face from its parts.
    public init(box: CGRect, paths: [Path], dots: [Point], words: [String]) {
        self.box = box
        self.paths = paths
        self.dots = dots
        self.words = words
    }
}

/// An overlay with the boxes, contours, landmarks and attributes of faces.
///
/// Boxes are yellow, contours sky blue, landmarks orange.
public struct FaceContourOverlay: Overlay {
    private let faces: [FaceDrawing]
    private let labels: LabelMode

    /// Creates an overlay of faces.
    public init(_ faces: [FaceDrawing], labels: LabelMode = .auto) {
        self.faces = faces
        self.labels = labels
    }

    /// Draws the boxes, then contours and landmarks, then the labels.
    public func draw(on canvas: Canvas) {
        for face in faces { drawBox(of: face, on: canvas) }
        for face in faces { drawShape(of: face, on: canvas) }
        let blocks = faces.map {
            SubjectLabel(lines: $0.words, subject: $0.box, sides: [.above, .below, .right, .left])
        }
        canvas.draw(blocks, besides: faces.map(\.box), mode: labels)
    }

    private func drawBox(of face: FaceDrawing, on canvas: Canvas) {
        let scale = DrawingScale(size: face.box.width, on: canvas)
        canvas.strokeRectangle(
            x: face.box.minX, y: face.box.minY, width: face.box.width, height: face.box.height, .yellow,
            lineWidth: 1.8 * scale.factor)
    }

    private func drawShape(of face: FaceDrawing, on canvas: Canvas) {
        let scale = DrawingScale(size: face.box.width, on: canvas)
        for path in face.paths {
            let points = path.points
            let ends = path.isClosed ? Array(points.dropFirst()) + points.prefix(1) : Array(points.dropFirst())
            canvas.strokeLines(zip(points, ends).map { ($0, $1) }, .skyBlue, width: 1.4 * scale.factor)
        }
        guard scale.showsDetail else { return }
        for dot in face.dots {
            canvas.fillCircle(dot, radius: 2.8 * scale.factor, .black)
            canvas.fillCircle(dot, radius: 2 * scale.factor, .orange)
        }
    }
}

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
public struct FaceContourOverlay: Overlay {
    private let faces: [FaceDrawing]

    /// Creates an overlay of faces.
    public init(_ faces: [FaceDrawing]) { self.faces = faces }

    /// Draws the faces in order.
    public func draw(on canvas: Canvas) {
        for face in faces { draw(face, on: canvas) }
    }

    private func draw(_ face: FaceDrawing, on canvas: Canvas) {
        // Lines are thinner on small faces and reach full width at a third of the image.
        let detail = max(0.3, min(1, 3 * face.box.width / Double(min(canvas.width, canvas.height))))
        canvas.strokeRectangle(
            x: face.box.minX, y: face.box.minY, width: face.box.width, height: face.box.height, .yellow,
            lineWidth: 1.8 * detail)
        for path in face.paths {
            let points = path.points
            let ends = path.isClosed ? Array(points.dropFirst()) + points.prefix(1) : Array(points.dropFirst())
            canvas.strokeLines(zip(points, ends).map { ($0, $1) }, .skyBlue, width: 1.4 * detail)
        }
        for dot in face.dots {
            canvas.fillCircle(dot, radius: 2.8 * detail, .black)
            canvas.fillCircle(dot, radius: 2 * detail, .orange)
        }
        let size = max(7, 11 * detail)
        for (line, text) in face.words.reversed().enumerated() {
            let y = face.box.minY - Double(line) * (size + 6) * canvas.unit
            canvas.label(text, at: Point(x: face.box.minX, y: y), .yellow, size: size)
        }
    }
}

public import Foundation

/// A face to draw: box, contours, landmarks and words, in pixels of the picture.
public struct FaceDrawing: Sendable {
    /// Points to be joined.
    public struct Path: Sendable {
        public var points: [(x: Double, y: Double)]
        public var isClosed: Bool

        public init(points: [(x: Double, y: Double)], isClosed: Bool) {
            self.points = points
            self.isClosed = isClosed
        }
    }

    public var box: CGRect
    public var paths: [Path]
    public var dots: [(x: Double, y: Double)]
    /// Lines of text beside the box.
    public var words: [String]

    public init(box: CGRect, paths: [Path], dots: [(x: Double, y: Double)], words: [String]) {
        self.box = box
        self.paths = paths
        self.dots = dots
        self.words = words
    }
}

/// Boxes, contours, landmarks and what is known of faces.
public struct FaceContourOverlay: Overlay {
    private let faces: [FaceDrawing]

    public init(_ faces: [FaceDrawing]) { self.faces = faces }

    public func draw(on canvas: Canvas) {
        for face in faces { draw(face, on: canvas) }
    }

    private func draw(_ face: FaceDrawing, on canvas: Canvas) {
        // Thinner on small faces: whole from a third of the picture on.
        let detail = max(0.3, min(1, 3 * face.box.width / Double(min(canvas.width, canvas.height))))
        canvas.strokeRectangle(
            x: face.box.minX, y: face.box.minY, width: face.box.width, height: face.box.height, .yellow,
            lineWidth: 1.8 * detail)
        for path in face.paths {
            let points = path.points.map { Point(x: $0.x, y: $0.y) }
            let ends = path.isClosed ? Array(points.dropFirst()) + points.prefix(1) : Array(points.dropFirst())
            canvas.strokeLines(zip(points, ends).map { ($0, $1) }, .skyBlue, width: 1.4 * detail)
        }
        for dot in face.dots {
            canvas.fillCircle(Point(x: dot.x, y: dot.y), radius: 2.8 * detail, .black)
            canvas.fillCircle(Point(x: dot.x, y: dot.y), radius: 2 * detail, .orange)
        }
        let size = max(7, 11 * detail)
        for (line, text) in face.words.reversed().enumerated() {
            let y = face.box.minY - Double(line) * (size + 6) * canvas.unit
            canvas.label(text, at: Point(x: face.box.minX, y: y), .yellow, size: size)
        }
    }
}

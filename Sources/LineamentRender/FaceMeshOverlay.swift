public import Lineament

/// An overlay with the mesh, lips, eyes, eyebrows, irises and outline of faces and, in videos, each face's track ID.
///
/// The subject's left eye and eyebrow are orange, the right ones sky blue, lips vermilion and irises green.
public struct FaceMeshOverlay: Overlay {
    private let faces: [FaceLandmarkerResult.Face]
    private let labels: LabelMode

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceLandmarkerResult, labels: LabelMode = .auto) {
        faces = result.faces
        self.labels = labels
    }

    /// Draws the meshes, then the track IDs. Small faces have only their outlines.
    public func draw(on canvas: Canvas) {
        let shapes = faces.map { $0.landmarks.map { canvas.point(of: $0) } }
        for points in shapes {
            let scale = DrawingScale(size: points.boundingBox.width, on: canvas)
            for part in Self.parts where scale.showsDetail || !part.isFine {
                let lines = part.connections.compactMap { line -> (from: Point, to: Point)? in
                    guard let from = points[safe: Int(line.start)], let to = points[safe: Int(line.end)] else {
                        return nil
                    }
                    return (from, to)
                }
                canvas.strokeLines(lines, part.color, width: part.width * scale.factor)
            }
        }
        let boxes = shapes.map(\.boundingBox)
        let blocks = zip(faces, boxes).compactMap { face, box in
            face.trackID.map { SubjectLabel(lines: ["#\($0)"], subject: box, sides: [.above, .below, .right, .left]) }
        }
        canvas.draw(blocks, besides: boxes, mode: labels)
    }

    private struct Part {
        let connections: [Connection]
        let color: Color
        let width: Double
        var isFine = false
    }

    private static let parts = [
        Part(connections: distinctMesh, color: .white.withAlpha(0.45), width: 0.5, isFine: true),
        Part(connections: FaceLandmarker.faceOvalConnections(), color: .white, width: 1.6),
        Part(connections: FaceLandmarker.rightEyebrowConnections(), color: .skyBlue, width: 1.6),
        Part(connections: FaceLandmarker.rightEyeConnections(), color: .skyBlue, width: 1.6),
        Part(connections: FaceLandmarker.leftEyebrowConnections(), color: .orange, width: 1.6),
        Part(connections: FaceLandmarker.leftEyeConnections(), color: .orange, width: 1.6),
        Part(connections: FaceLandmarker.rightIrisConnections(), color: .green, width: 1.4),
        Part(connections: FaceLandmarker.leftIrisConnections(), color: .green, width: 1.4),
        Part(connections: FaceLandmarker.lipsConnections(), color: .vermilion, width: 1.6),
    ]

    /// The edges of the mesh without duplicates.
    private static let distinctMesh = Array(
        Set(
            FaceLandmarker.tesselationConnections().map { line in
                Connection(start: min(line.start, line.end), end: max(line.start, line.end))
            }))
}

public import Lineament

/// An overlay with the mesh, lips, eyes, eyebrows, irises and outline of faces and, in videos, each face's track ID.
///
/// The subject's left eye and eyebrow are orange, the right ones sky blue, lips vermilion and irises green.
public struct FaceMeshOverlay: Overlay {
    private let faces: [FaceLandmarkerResult.Face]

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceLandmarkerResult) { faces = result.faces }

    /// Draws the meshes, then the track IDs.
    public func draw(on canvas: Canvas) {
        for face in faces {
            let points = face.landmarks.map { canvas.point(of: $0) }
            let scale = Self.lineScale(of: points, on: canvas)
            for part in Self.parts {
                let lines = part.connections.compactMap { line -> (from: Point, to: Point)? in
                    guard let from = points[safe: Int(line.start)], let to = points[safe: Int(line.end)] else {
                        return nil
                    }
                    return (from, to)
                }
                canvas.strokeLines(lines, part.color, width: part.width * scale)
            }
        }
        for face in faces { label(face, on: canvas) }
    }

    private func label(_ face: FaceLandmarkerResult.Face, on canvas: Canvas) {
        let points = face.landmarks.map { canvas.point(of: $0) }
        guard let id = face.trackID, let left = points.map(\.x).min(), let top = points.map(\.y).min() else { return }
        canvas.label("\(id)", at: Point(x: left, y: top), .yellow)
    }

    private struct Part {
        let connections: [Connection]
        let color: Color
        let width: Double
    }

    private static let parts = [
        Part(connections: distinctMesh, color: .white.withAlpha(0.45), width: 0.5),
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

    /// Returns the factor for line widths, which is smaller on small faces and 1 from a third of the image.
    private static func lineScale(of points: [Point], on canvas: Canvas) -> Double {
        guard let low = points.map(\.x).min(), let high = points.map(\.x).max() else { return 1 }
        return max(0.25, min(1, 3 * (high - low) / Double(min(canvas.width, canvas.height))))
    }
}

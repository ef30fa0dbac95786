public import Lineament

/// The mesh, lips, eyes, brows, irises and outline of faces, and in videos each face's number.
public struct FaceMeshOverlay: Overlay {
    private let faces: [[NormalizedLandmark]]
    private let trackIDs: [Int]

    public init(_ result: FaceLandmarkerResult) {
        faces = result.faceLandmarks
        trackIDs = result.trackIDs
    }

    public func draw(on canvas: Canvas) {
        for face in faces {
            for part in Self.parts {
                let width = part.width * Self.detail(of: face, on: canvas)
                canvas.strokeLines(
                    part.connections.compactMap { line in
                        guard let from = face[safe: Int(line.start)], let to = face[safe: Int(line.end)] else {
                            return nil
                        }
                        return (from.position(on: canvas), to.position(on: canvas))
                    }, part.color, width: width)
            }
        }
        for (face, id) in zip(faces, trackIDs) { label(face, id, on: canvas) }
    }

    private func label(_ face: [NormalizedLandmark], _ id: Int, on canvas: Canvas) {
        let points = face.map { $0.position(on: canvas) }
        guard let left = points.map(\.x).min(), let top = points.map(\.y).min() else { return }
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

    /// Each edge of the mesh once.
    private static let distinctMesh = Array(
        Set(
            FaceLandmarker.tesselationConnections().map { line in
                Connection(start: min(line.start, line.end), end: max(line.start, line.end))
            }))

    /// Thinner lines on faces that fill little of the picture: 1 from a third of it on.
    private static func detail(of face: [NormalizedLandmark], on canvas: Canvas) -> Double {
        let xs = face.map { $0.position(on: canvas).x }
        guard let low = xs.min(), let high = xs.max() else { return 1 }
        return max(0.25, min(1, 3 * (high - low) / Double(min(canvas.width, canvas.height))))
    }
}

internal import Foundation
public import Lineament

/// An overlay with a panel that shows bodies in 3D from the front, from the side and from above, each with its track ID
/// in videos.
///
/// The panel is in the corner of the image where it covers the least of the people. Each square of the grid is half a
/// meter wide. The hips are at the center.
public struct WorldLandmarksOverlay: Overlay {
    private let poses: [PoseLandmarkerResult.Pose]

    /// Creates an overlay of all people in a result.
    public init(_ result: PoseLandmarkerResult) { poses = result.poses }

    /// Draws the three views.
    public func draw(on canvas: Canvas) {
        guard !poses.isEmpty else { return }
        let side = Double(min(canvas.width, canvas.height)) * 0.24
        let corner = freestCorner(for: CGSize(width: side * Double(View.allCases.count), height: side), on: canvas)
        for (number, view) in View.allCases.enumerated() {
            let frame = Frame(left: corner.x + Double(number) * side, top: corner.y, side: side)
            drawGround(frame, named: view.rawValue, on: canvas)
            for pose in poses { draw(pose, view, frame, on: canvas) }
        }
    }

    /// Returns the upper left corner of the panel where it covers the least of the people, the lower left of equals.
    private func freestCorner(for size: CGSize, on canvas: Canvas) -> Point {
        let (right, bottom) = (Double(canvas.width) - size.width, Double(canvas.height) - size.height)
        let corners = [
            Point(x: 0, y: bottom), Point(x: right, y: bottom), Point(x: 0, y: 0), Point(x: right, y: 0),
        ]
        let bodies = poses.map { $0.landmarks.map { canvas.point(of: $0) }.boundingBox }
        let covered = corners.map { corner in
            let panel = CGRect(origin: CGPoint(x: corner.x, y: corner.y), size: size)
            return bodies.map { $0.intersection(panel) }.reduce(0) { $0 + ($1.isNull ? 0 : $1.width * $1.height) }
        }
        return zip(corners, covered).min { $0.1 < $1.1 }?.0 ?? corners[0]
    }

    private enum View: String, CaseIterable {
        case front, side, above

        /// Returns the position of a landmark in meters to the right and down on the panel.
        func position(_ landmark: Landmark) -> (x: Double, y: Double) {
            switch self {
            case .front: (Double(landmark.x), Double(landmark.y))
            // Seen from the image's right, so that points near the camera are on the left.
            case .side: (Double(landmark.z), Double(landmark.y))
            case .above: (Double(landmark.x), -Double(landmark.z))
            }
        }
    }

    private struct Frame {
        /// Half the side of the panel, in meters: enough for a standing person with raised arms.
        static let reach = 1.15
        let left: Double
        let top: Double
        let side: Double

        func point(_ position: (x: Double, y: Double)) -> Point {
            let scale = side / (2 * Self.reach)
            return Point(
                x: left + side / 2 + max(-Self.reach, min(Self.reach, position.x)) * scale,
                y: top + side / 2 + max(-Self.reach, min(Self.reach, position.y)) * scale)
        }
    }

    private func drawGround(_ frame: Frame, named name: String, on canvas: Canvas) {
        canvas.fillRectangle(
            x: frame.left, y: frame.top, width: frame.side, height: frame.side, .black.withAlpha(0.72))
        for meters in stride(from: -1.0, through: 1, by: 0.5) {
            let lines = [
                (frame.point((meters, -Frame.reach)), frame.point((meters, Frame.reach))),
                (frame.point((-Frame.reach, meters)), frame.point((Frame.reach, meters))),
            ]
            canvas.strokeLines(lines, .white.withAlpha(meters == 0 ? 0.3 : 0.13), width: 0.6)
        }
        canvas.text(
            name, at: Point(x: frame.left + 4 * canvas.unit, y: frame.top + 12 * canvas.unit), .white, size: 10)
    }

    private func draw(_ pose: PoseLandmarkerResult.Pose, _ view: View, _ frame: Frame, on canvas: Canvas) {
        let body = pose.worldLandmarks.array
        if let id = pose.trackID, let top = body.min(by: { $0.y < $1.y }) {
            canvas.text("#\(id)", at: frame.point(view.position(top)), .white, size: 8)
        }
        for line in PoseLandmarker.poseLandmarks {
            guard let from = body[safe: Int(line.start)], let to = body[safe: Int(line.end)] else { continue }
            canvas.strokeLines(
                [(frame.point(view.position(from)), frame.point(view.position(to)))],
                Skeleton.color(ofLine: line), width: 1.2)
        }
    }
}

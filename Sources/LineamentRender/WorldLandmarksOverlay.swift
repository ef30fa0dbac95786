internal import Foundation
public import Lineament

/// An overlay that shows the world landmarks of people on a panel to the right of the image: from the front, from the side
/// and from above.
///
/// People are named by track ID in videos. Several people in a photo are numbered from 1 in the order of the result, on the
/// panel and in the image. Grid squares are 0.5 m wide, with the hips at the center. Nothing is drawn on a canvas without a
/// panel; ``Overlay/drawn(over:)`` adds one.
public struct WorldLandmarksOverlay: Overlay {
    private let poses: [PoseLandmarkerResult.Pose]

    /// Creates an overlay of all people in a result.
    public init(_ result: PoseLandmarkerResult) { poses = result.poses }

    /// Returns the side of one of the three square views, in pixels: a third of the image's height, at most half its
    /// width, rounded down to an even number.
    public func panelWidth(imageWidth: Int, imageHeight: Int) -> Int {
        max(2, min(imageHeight / View.allCases.count, imageWidth / 2) & ~1)
    }

    /// Draws the three views on the canvas's panel.
    public func draw(on canvas: Canvas) {
        let side = Double(canvas.panelWidth)
        guard side > 0 else { return }
        for (number, view) in View.allCases.enumerated() {
            let frame = Frame(left: Double(canvas.width), top: Double(number) * side, side: side)
            drawGround(frame, named: view.rawValue, on: canvas)
            for (index, pose) in poses.enumerated() {
                draw(pose, named: name(of: pose, at: index), view, frame, on: canvas)
            }
        }
        drawNumbers(on: canvas)
    }

    /// Returns what tells a body on the panel from the others; nil for the only one in a photo.
    private func name(of pose: PoseLandmarkerResult.Pose, at index: Int) -> String? {
        pose.trackID.map { "#\($0)" } ?? (poses.count > 1 ? "\(index + 1)" : nil)
    }

    /// Draws the numbers of people over a photo; in videos the track IDs of other overlays tell who is who.
    private func drawNumbers(on canvas: Canvas) {
        guard poses.count > 1, poses.allSatisfy({ $0.trackID == nil }) else { return }
        let boxes = poses.map { $0.landmarks.map { canvas.point(of: $0) }.boundingBox }
        let labels = boxes.enumerated().map {
            SubjectLabel(lines: ["\($0 + 1)"], subject: $1, sides: [.right, .left, .above, .below])
        }
        canvas.draw(labels, besides: [], mode: .all)
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

    private func draw(
        _ pose: PoseLandmarkerResult.Pose, named name: String?, _ view: View, _ frame: Frame, on canvas: Canvas
    ) {
        let body = pose.worldLandmarks.array
        if let name, let top = body.min(by: { $0.y < $1.y }) {
            canvas.text(name, at: frame.point(view.position(top)), .white, size: 10)
        }
        for line in PoseLandmarker.poseLandmarks {
            guard let from = body[safe: Int(line.start)], let to = body[safe: Int(line.end)] else { continue }
            canvas.strokeLines(
                [(frame.point(view.position(from)), frame.point(view.position(to)))],
                Skeleton.color(ofLine: line), width: 1.2)
        }
    }
}

package import Foundation
public import Lineament

/// An overlay that shows the world landmarks of people on a panel to the right of the image: from the front, from the
/// side and from above.
///
/// People are named by track ID in videos. Several people in a photo are numbered from 1 in the order of the result, on
/// the panel and in the image. Grid squares are 0.5 m wide, with the hips at the center. Nothing is drawn on a canvas
/// without a panel; ``Overlay/drawn(over:)`` adds one.
public struct WorldLandmarksOverlay: Overlay {
    private let bodies: [WorldBody]
    private let boxes: Placed<CGRect>
    private let style: OverlayStyle

    /// Creates an overlay of all people in a result.
    public init(_ result: PoseLandmarkerResult, style: OverlayStyle = OverlayStyle()) {
        self.init(result.poses, style: style)
    }

    /// Creates an overlay of one person of a result.
    public init(_ pose: PoseLandmarkerResult.Pose, style: OverlayStyle = OverlayStyle()) {
        self.init([pose], style: style)
    }

    /// Creates an overlay of some people of a result.
    public init(_ poses: [PoseLandmarkerResult.Pose], style: OverlayStyle = OverlayStyle()) {
        let boxes = Placed { size in
            poses.map { BodyDrawing($0, imageSize: size).joints.map(\.position).boundingBox }
        }
        self.init(poses.map(WorldBody.init), boxes: boxes, style: style)
    }

    /// Creates an overlay of bodies.
    /// - Parameters:
    ///   - bodies: The bodies in meters.
    ///   - boxes: Their boxes in the image; empty if unknown.
    ///   - style: The colors and the width of lines.
    package init(_ bodies: [WorldBody], boxes: Placed<CGRect>, style: OverlayStyle) {
        self.bodies = bodies
        self.boxes = boxes
        self.style = style
    }

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
            for (index, body) in bodies.enumerated() {
                draw(body, named: name(of: body, at: index), view, frame, on: canvas)
            }
        }
        drawNumbers(on: canvas)
    }

    /// Returns what tells a body on the panel from the others; `nil` for the only one in a photo.
    private func name(of body: WorldBody, at index: Int) -> String? {
        body.trackID.map { "#\($0)" } ?? (bodies.count > 1 ? "\(index + 1)" : nil)
    }

    /// Draws the numbers of people over a photo; in videos the track IDs of other overlays tell who is who.
    private func drawNumbers(on canvas: Canvas) {
        guard bodies.count > 1, bodies.allSatisfy({ $0.trackID == nil }) else { return }
        let labels = boxes.inPixels(on: canvas).enumerated().map {
            SubjectLabel(lines: ["\($0 + 1)"], subject: $1, sides: [.right, .left, .above, .below])
        }
        canvas.draw(labels, besides: [], mode: .all, style.colors)
    }

    private enum View: String, CaseIterable {
        case front, side, above

        /// Returns the position of a joint in meters to the right and down on the panel.
        func position(_ joint: SIMD3<Double>) -> (x: Double, y: Double) {
            switch self {
            case .front: (joint.x, joint.y)
            // Seen from the image's right, so that points near the camera are on the left.
            case .side: (joint.z, joint.y)
            case .above: (joint.x, -joint.z)
            }
        }
    }

    private struct Frame {
        /// Half the side of the panel, in meters: enough for a standing person with raised arms.
        static let plotLimit = 1.15
        let left: Double
        let top: Double
        let side: Double

        func point(_ position: (x: Double, y: Double)) -> Point {
            let scale = side / (2 * Self.plotLimit)
            return Point(
                x: left + side / 2 + max(-Self.plotLimit, min(Self.plotLimit, position.x)) * scale,
                y: top + side / 2 + max(-Self.plotLimit, min(Self.plotLimit, position.y)) * scale)
        }
    }

    private func drawGround(_ frame: Frame, named name: String, on canvas: Canvas) {
        for meters in stride(from: -1.0, through: 1, by: 0.5) {
            let lines = [
                (frame.point((meters, -Frame.plotLimit)), frame.point((meters, Frame.plotLimit))),
                (frame.point((-Frame.plotLimit, meters)), frame.point((Frame.plotLimit, meters))),
            ]
            canvas.strokeLines(lines, .white.withAlpha(meters == 0 ? 0.3 : 0.13), width: 0.6)
        }
        canvas.text(
            name, at: Point(x: frame.left + 4 * canvas.unit, y: frame.top + 12 * canvas.unit), .white, size: 10)
    }

    private func draw(_ body: WorldBody, named name: String?, _ view: View, _ frame: Frame, on canvas: Canvas) {
        if let name, let top = body.joints.min(by: { $0.y < $1.y }) {
            canvas.text(name, at: frame.point(view.position(top)), .white, size: 10)
        }
        for bone in body.bones {
            guard let from = body.joints.element(at: bone.start), let to = body.joints.element(at: bone.end) else {
                continue
            }
            canvas.strokeLines(
                [(frame.point(view.position(from)), frame.point(view.position(to)))],
                style.colors.color(of: bone.side), width: 1.2 * style.lineWidth)
        }
    }
}

/// A body in meters: x to the image's right, y down, z away from the camera.
package struct WorldBody: Sendable {
    let joints: [SIMD3<Double>]
    let bones: [BodyDrawing.Bone]
    var trackID: Int?

    /// Creates a body from its joints in meters: x to the right, y down, z away from the camera.
    package init(joints: [SIMD3<Double>], bones: [BodyDrawing.Bone], trackID: Int?) {
        self.joints = joints
        self.bones = bones
        self.trackID = trackID
    }
}

extension WorldBody {
    init(_ pose: PoseLandmarkerResult.Pose) {
        self.init(
            joints: pose.worldLandmarks.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) },
            bones: Skeleton.bones, trackID: pose.trackID)
    }
}

// SPDX-License-Identifier: Apache-2.0
package import Foundation
public import Lineament

/// An overlay that shows the world landmarks of people on a panel to the right of the image: from the front, from the
/// side and from above.
///
/// World landmarks have their origin at each person's hips, so they do not say where people are. The panel shows people side by
/// side, in their order in the image and with their lowest joint on the floor, zoomed so that all of them fit. The
/// distance of the grid's lines is written on it. Colors are those of ``PoseOverlay``. People are named by track ID in
/// videos; several people in a photo are numbered from 1 in the order of the result, on the panel and in the image.
/// Nothing is drawn on a canvas without a panel; ``Overlay/drawn(over:)`` adds one.
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
        let boxes = Placed { size in poses.map { BodyDrawing($0, imageSize: size).head } }
        self.init(poses.map(WorldBody.init), boxes: boxes, style: style)
    }

    /// Creates an overlay of bodies.
    /// - Parameters:
    ///   - bodies: The bodies in meters.
    ///   - boxes: The boxes of their heads in the image, where numbers are drawn; empty if unknown.
    ///   - style: The colors and the width of lines.
    package init(_ bodies: [WorldBody], boxes: Placed<CGRect>, style: OverlayStyle) {
        self.bodies = bodies
        self.boxes = boxes
        self.style = style
    }

    /// Returns the side of one of the three square views, in pixels: a third of the image's height, at most half its
    /// width, rounded down to an even number.
    public func panelWidth(imageWidth: Int, imageHeight: Int) -> Int {
        max(2, min(imageHeight / WorldView.allCases.count, imageWidth / 2) & ~1)
    }

    /// Draws the three views on the canvas's panel.
    public func draw(on canvas: Canvas) {
        let side = Double(canvas.panelWidth)
        guard side > 0 else { return }
        let boxes = boxes.inPixels(on: canvas)
        let styles = style.ofSubjects(bodies.map(\.trackID))
        let order = Self.fromLeftToRight(bodies.indices, boxes)
        for (number, view) in WorldView.allCases.enumerated() {
            let corner = Point(x: Double(canvas.width), y: Double(number) * side)
            let scene = WorldScene(order.map { bodies[$0] }, seenFrom: view, corner: corner, side: side)
            draw(scene, on: canvas)
            for (place, index) in order.enumerated() {
                let points = scene.points(ofBodyAt: place)
                draw(bodies[index], points, named: name(of: bodies[index], at: index), styles[index], on: canvas)
            }
        }
        drawNumbers(boxes, styles, on: canvas)
    }

    /// Returns the bodies from the left of the image to the right; in the given order if their boxes are unknown.
    private static func fromLeftToRight(_ indices: Range<Int>, _ boxes: [CGRect]) -> [Int] {
        guard boxes.count == indices.count else { return Array(indices) }
        return indices.sorted { (boxes[$0].midX, $0) < (boxes[$1].midX, $1) }
    }

    /// Returns the name that tells a body on the panel from the others; `nil` for the only one in a photo.
    private func name(of body: WorldBody, at index: Int) -> String? {
        body.trackID.map { "#\($0)" } ?? (bodies.count > 1 ? "\(index + 1)" : nil)
    }

    /// Draws the numbers of people over a photo; in videos the track IDs of other overlays tell who is who.
    private func drawNumbers(_ boxes: [CGRect], _ styles: [OverlayStyle], on canvas: Canvas) {
        guard bodies.count > 1, bodies.allSatisfy({ $0.trackID == nil }) else { return }
        let labels = boxes.enumerated().map { index, box in
            SubjectLabel(name: "\(index + 1)", subject: box, colors: styles.element(at: index)?.colors)
        }
        canvas.draw(labels, besides: [], mode: .all, style.colors)
    }

    private func draw(_ scene: WorldScene, on canvas: Canvas) {
        canvas.strokeLines(scene.gridLines, .white.withAlpha(0.13), width: 0.6)
        if let floor = scene.floor { canvas.strokeLines([floor], .white.withAlpha(0.6), width: 1) }
        let title = "\(scene.view.rawValue), grid \(scene.gridStep == 0.5 ? "0.5" : "\(Int(scene.gridStep))") m"
        // A title fits its square also on small images.
        let size = min(10, Double(canvas.panelWidth) / canvas.unit / 10)
        canvas.text(title, at: scene.titleStart(unit: canvas.unit), .white, size: size)
    }

    private func draw(
        _ body: WorldBody, _ points: [Point], named name: String?, _ style: OverlayStyle, on canvas: Canvas
    ) {
        for bone in body.bones {
            guard let from = points.element(at: bone.start), let to = points.element(at: bone.end) else { continue }
            canvas.strokeLines(
                [(from, to)], style.colors.color(of: bone.side), width: 1.6 * style.lineWidth)
        }
        guard let name, let top = points.min(by: { $0.y < $1.y }) else { return }
        canvas.text(name, at: Point(x: top.x, y: top.y - 4 * canvas.unit), .white, size: 10)
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

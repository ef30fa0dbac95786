// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// An overlay with the skeletons of people, their masks as a tint and, in videos, each person's track ID.
///
/// The person's left side is orange, the right side sky blue and the middle white. Less visible landmarks are fainter.
public struct PoseOverlay: Overlay {
    private let bodies: Placed<BodyDrawing>
    private let labels: LabelMode
    private let style: OverlayStyle
    private let parts: OverlayStyle.Parts

    /// The parts that are drawn unless a style says otherwise: all but the box.
    public static let defaultParts: OverlayStyle.Parts = [.skeleton, .landmarks, .mask, .labels]

    /// Creates an overlay of all people in a result.
    public init(_ result: PoseLandmarkerResult, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(result.poses, labels: labels, style: style)
    }

    /// Creates an overlay of one person of a result.
    public init(
        _ pose: PoseLandmarkerResult.Pose, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init([pose], labels: labels, style: style)
    }

    /// Creates an overlay of some people of a result.
    public init(
        _ poses: [PoseLandmarkerResult.Pose], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()
    ) {
        self.init(Placed { size in poses.map { BodyDrawing($0, imageSize: size) } }, labels: labels, style: style)
    }

    /// Creates an overlay of people in image pixels.
    public init(_ bodies: [BodyDrawing], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(Placed { _ in bodies }, labels: labels, style: style)
    }

    /// Creates an overlay of people whose places depend on the size of the image.
    package init(_ bodies: Placed<BodyDrawing>, labels: LabelMode, style: OverlayStyle) {
        self.bodies = bodies
        self.labels = labels
        self.style = style
        parts = style.parts ?? Self.defaultParts
    }

    /// Draws the masks, then the boxes and skeletons, then the labels.
    public func draw(on canvas: Canvas) {
        let bodies = bodies.inPixels(on: canvas)
        let styles = style.ofSubjects(bodies.map(\.tint))
        for (index, body) in bodies.enumerated() where parts.contains(.mask) {
            let tints = styles[index].colors.masks
            guard let mask = body.mask, !tints.isEmpty else { continue }
            canvas.tint(mask, tints[Int((body.tint ?? index).magnitude % UInt(tints.count))])
        }
        let shapes = bodies.map { $0.joints.map(\.position) }
        let typical = DrawingScale.typical(shapes.map { $0.boundingBox.height / 3 })
        for (body, (points, style)) in zip(bodies, zip(shapes, styles)) {
            let scale = DrawingScale(size: points.boundingBox.height / 3, typical: typical, on: canvas)
            if parts.contains(.box) { canvas.strokeBox(points.boundingBox, style, scale) }
            draw(body, style, scale, on: canvas)
        }
        if parts.contains(.labels) { drawLabels(of: bodies, styles, on: canvas) }
    }

    /// Draws the label of each body at its head; without texts of their own, several bodies have numbers if all labels are
    /// asked for. A label may cover a body, but no face.
    private func drawLabels(of bodies: [BodyDrawing], _ styles: [OverlayStyle], on canvas: Canvas) {
        let heads = bodies.map(\.head)
        let blocks = bodies.indices.map { index in
            let lines = bodies[index].labelLines
            let number = labels == .all && bodies.count > 1 ? "\(index + 1)" : nil
            return SubjectLabel(
                name: lines.first ?? number, values: Array(lines.dropFirst()), subject: heads[index],
                colors: styles[index].colors)
        }
        canvas.draw(blocks, besides: heads, mode: labels, style.colors)
    }

    /// Draws a skeleton. A body is about seven heads high, so its lines follow a third of its height.
    private func draw(_ body: BodyDrawing, _ style: OverlayStyle, _ scale: DrawingScale, on canvas: Canvas) {
        if parts.contains(.skeleton) {
            for bone in body.bones where body.replaced.isDisjoint(with: [bone.start, bone.end]) {
                guard let from = body.joints.element(at: bone.start), let to = body.joints.element(at: bone.end) else {
                    continue
                }
                let color = style.colors.color(of: bone.side)
                canvas.strokeLines(
                    [(from.position, to.position)], color.withAlpha(color.alpha * min(from.opacity, to.opacity)),
                    width: 2.4 * scale.factor * style.lineWidth)
            }
        }
        guard parts.contains(.landmarks), scale.showsDetail else { return }
        for (index, joint) in body.joints.enumerated() where !body.replaced.contains(index) {
            let size = (joint.isOfFace ? 0.6 : 1) * scale.factor * style.pointRadius
            let color = style.colors.color(of: joint.side)
            canvas.fillDot(
                joint.position, radius: 2.4 * size, rim: size, color.withAlpha(color.alpha * joint.opacity),
                rimColor: .black.withAlpha(0.6 * joint.opacity))
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// An overlay with the boxes, scores and keypoints of detected faces.
///
/// Boxes are yellow; keypoints on the subject's left are orange, on the right sky blue, in the middle white.
public struct FaceDetectionOverlay: Overlay {
    private let detections: [Detection]
    private let labels: LabelMode
    private let style: OverlayStyle
    private let parts: OverlayStyle.Parts

    /// The parts that are drawn unless a style says otherwise: all that there are.
    public static let defaultParts: OverlayStyle.Parts = [.box, .landmarks, .labels]

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceDetectorResult, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init(result.detections, labels: labels, style: style)
    }

    /// Creates an overlay of one detected face.
    public init(_ detection: Detection, labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.init([detection], labels: labels, style: style)
    }

    /// Creates an overlay of detected faces.
    public init(_ detections: [Detection], labels: LabelMode = .auto, style: OverlayStyle = OverlayStyle()) {
        self.detections = detections
        self.labels = labels
        self.style = style
        parts = style.parts ?? Self.defaultParts
    }

    /// Draws boxes, then keypoints, then scores.
    public func draw(on canvas: Canvas) {
        let styles = style.ofSubjects(detections.map { _ in nil })
        let typical = DrawingScale.typical(detections.map { Double($0.boundingBox.width) })
        if parts.contains(.box) {
            for (box, style) in zip(detections.map(\.boundingBox), styles) {
                canvas.strokeBox(box, style, DrawingScale(size: box.width, on: canvas), width: 2)
            }
        }
        if parts.contains(.landmarks) {
            for (detection, style) in zip(detections, styles) {
                drawKeypoints(of: detection, style, typical: typical, on: canvas)
            }
        }
        guard parts.contains(.labels) else { return }
        let blocks = zip(detections, styles).filter { !$0.0.categories.isEmpty }.map { detection, style in
            SubjectLabel(
                name: String(format: "%.2f", detection.score), subject: detection.boundingBox, colors: style.colors)
        }
        // Unlike a number, the score of a small face is not worth its room.
        let shown = labels == .all ? blocks : blocks.filter(\.isLarge)
        canvas.draw(shown, besides: detections.map(\.boundingBox), mode: labels, style.colors)
    }

    private func drawKeypoints(
        of detection: Detection, _ style: OverlayStyle, typical: Double, on canvas: Canvas
    ) {
        let scale = DrawingScale(size: detection.boundingBox.width, typical: typical, on: canvas)
        guard scale.showsDetail else { return }
        for (index, keypoint) in (detection.keypoints ?? []).enumerated() {
            let point = Point(
                x: keypoint.location.x * Double(canvas.width), y: keypoint.location.y * Double(canvas.height))
            let size = scale.factor * style.pointRadius
            let color = style.colors.color(of: Self.side(ofKeypoint: index))
            canvas.fillDot(point, radius: 2.2 * size, rim: size, color)
        }
    }

    private static func side(ofKeypoint index: Int) -> BodyDrawing.Side {
        switch FaceKeypoint(rawValue: index) {
        case .rightEye, .rightEar: .right
        case .leftEye, .leftEar: .left
        default: .middle
        }
    }
}

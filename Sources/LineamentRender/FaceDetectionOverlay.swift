internal import Foundation
public import Lineament

/// An overlay with the boxes, scores and keypoints of detected faces.
///
/// Boxes are yellow; keypoints on the subject's left are orange, on the right sky blue, in the middle white.
public struct FaceDetectionOverlay: Overlay {
    private let detections: [Detection]
    private let labels: LabelMode

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceDetectorResult, labels: LabelMode = .auto) {
        detections = result.detections
        self.labels = labels
    }

    /// Draws boxes, then keypoints, then scores.
    public func draw(on canvas: Canvas) {
        for detection in detections {
            let box = detection.boundingBox
            canvas.strokeRectangle(
                x: box.minX, y: box.minY, width: box.width, height: box.height, .yellow,
                lineWidth: 2 * DrawingScale(size: box.width, on: canvas).factor)
        }
        for detection in detections { drawKeypoints(of: detection, on: canvas) }
        let blocks = detections.filter { !$0.categories.isEmpty }.map { detection in
            SubjectLabel(
                lines: [String(format: "%.2f", detection.score)], subject: detection.boundingBox,
                sides: [.above, .below, .right, .left])
        }
        canvas.draw(blocks, besides: detections.map(\.boundingBox), mode: labels)
    }

    private func drawKeypoints(of detection: Detection, on canvas: Canvas) {
        let scale = DrawingScale(size: detection.boundingBox.width, on: canvas)
        guard scale.showsDetail else { return }
        for (index, keypoint) in (detection.keypoints ?? []).enumerated() {
            let point = Point(
                x: keypoint.location.x * Double(canvas.width), y: keypoint.location.y * Double(canvas.height))
            canvas.fillCircle(point, radius: 3.2 * scale.factor, .black)
            canvas.fillCircle(point, radius: 2.2 * scale.factor, Self.color(ofKeypoint: index))
        }
    }

    /// Returns the color of a keypoint, one each for the subject's right side, middle and left side.
    private static func color(ofKeypoint index: Int) -> Color {
        switch index {
        case 0, 4: .skyBlue
        case 1, 5: .orange
        default: .white
        }
    }
}

internal import Foundation
public import Lineament

/// The boxes, scores and keypoints of detected faces.
public struct FaceDetectionOverlay: Overlay {
    private let detections: [Detection]

    /// An overlay of all faces of a result.
    public init(_ result: FaceDetectorResult) { detections = result.detections }

    /// Draws boxes, keypoints and scores.
    public func draw(on canvas: Canvas) {
        for detection in detections {
            let box = detection.boundingBox
            canvas.strokeRectangle(
                x: box.minX, y: box.minY, width: box.width, height: box.height, .yellow, lineWidth: 2)
            for (index, keypoint) in (detection.keypoints ?? []).enumerated() {
                let point = Point(
                    x: keypoint.location.x * Double(canvas.width), y: keypoint.location.y * Double(canvas.height))
                canvas.fillCircle(point, radius: 3.2, .black)
                canvas.fillCircle(point, radius: 2.2, Self.color(ofKeypoint: index))
            }
            if !detection.categories.isEmpty {
                let text = String(format: "%.2f", detection.score)
                canvas.label(text, at: Point(x: box.minX, y: box.minY), .yellow)
            }
        }
    }

    /// The subject's right side, the middle and the left side have a colour each.
    private static func color(ofKeypoint index: Int) -> Color {
        switch index {
        case 0, 4: .skyBlue
        case 1, 5: .orange
        default: .white
        }
    }
}

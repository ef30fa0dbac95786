internal import Foundation
public import Lineament

/// An overlay with the boxes, scores and keypoints of detected faces.
public struct FaceDetectionOverlay: Overlay {
    private let detections: [Detection]

    /// Creates an overlay of all faces in a result.
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

    /// Returns the color of a keypoint, one each for the subject's right side, middle and left side.
    private static func color(ofKeypoint index: Int) -> Color {
        switch index {
        case 0, 4: .skyBlue
        case 1, 5: .orange
        default: .white
        }
    }
}

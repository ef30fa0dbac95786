internal import Foundation
public import Lineament

/// An overlay that blurs detected faces until they are unrecognizable.
///
/// A face that was not detected stays visible, so check the output if that matters.
public struct FaceBlurOverlay: Overlay {
    private let faces: [Detection]

    /// The parts of a face's box by which the blurred ellipse is wider on each side, and taller above and below.
    private static let (margin, tallMargin) = (0.25, 0.4)

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceDetectorResult) { faces = result.detections }

    /// Blurs the faces.
    public func draw(on canvas: Canvas) {
        for box in faces.map(\.boundingBox) {
            canvas.blur(box.insetBy(dx: -Self.margin * box.width, dy: -Self.tallMargin * box.height))
        }
    }
}

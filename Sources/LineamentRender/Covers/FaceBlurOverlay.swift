// SPDX-License-Identifier: Apache-2.0
package import Foundation
public import Lineament

/// An overlay that blurs detected faces until they are unrecognizable.
///
/// A face that was not detected stays visible, so check the output if that matters.
public struct FaceBlurOverlay: Overlay {
    private let boxes: Placed<CGRect>

    /// The parts of a face's box by which the blurred ellipse is wider on each side, and taller above and below.
    private static let margin = 0.25
    private static let tallMargin = 0.4

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceDetectorResult) { self.init(result.detections) }

    /// Creates an overlay of detected faces.
    public init(_ detections: [Detection]) { self.init(Placed { _ in detections.map(\.boundingBox) }) }

    /// Creates an overlay of all faces in a result.
    public init(_ result: FaceLandmarkerResult) {
        let faces = result.faces
        self.init(Placed { size in faces.map { $0.boundingBox(in: size) } })
    }

    /// Creates an overlay of faces in boxes whose places depend on the size of the image.
    package init(_ boxes: Placed<CGRect>) { self.boxes = boxes }

    /// Returns the pixels of the faces.
    public func covered(width: Int, height: Int) -> Mask? {
        let areas = boxes.inPixels(width: width, height: height).filter { !$0.isNull }
            .map { RedactedArea(requested: Self.blurred($0), isRectangle: false) }
        return areas.mask(width: width, height: height, silhouette: nil)
    }

    /// Blurs the faces.
    public func draw(on canvas: Canvas) {
        for box in boxes.inPixels(on: canvas) where !box.isNull { canvas.blur(Self.blurred(box)) }
    }

    /// Returns the rectangle of the ellipse that is blurred.
    private static func blurred(_ box: CGRect) -> CGRect {
        box.insetBy(dx: -margin * box.width, dy: -tallMargin * box.height)
    }
}

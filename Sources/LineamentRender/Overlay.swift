internal import Lineament

/// A drawing over an image.
///
/// Write your own by drawing on the canvas:
///
/// ```swift
/// struct NoseOverlay: Overlay {
///     let result: FaceLandmarkerResult
///
///     func draw(on canvas: Canvas) {
///         for face in result.faces {
///             canvas.fillCircle(canvas.point(of: face.landmarks[.noseTip]), radius: 4, .vermilion)
///         }
///     }
/// }
/// ```
public protocol Overlay: Sendable {
    /// Draws on a canvas that has the size of the image.
    func draw(on canvas: Canvas)
}

/// An overlay that combines several others, with the last on top.
public struct OverlayStack: Overlay {
    private let overlays: [any Overlay]

    /// Creates a stack from overlays in order from bottom to top.
    public init(_ overlays: [any Overlay]) { self.overlays = overlays }

    /// Draws the overlays in order.
    public func draw(on canvas: Canvas) {
        for overlay in overlays { overlay.draw(on: canvas) }
    }
}

extension Array {
    /// The element at `index`, or nil if the index is out of bounds.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

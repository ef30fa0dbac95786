internal import Lineament

/// Something that can be drawn over an image.
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
    /// Draws on a canvas of the size of the image.
    func draw(on canvas: Canvas)
}

/// Several overlays, the last on top.
public struct OverlayStack: Overlay {
    private let overlays: [any Overlay]

    /// A stack, from the bottom up.
    public init(_ overlays: [any Overlay]) { self.overlays = overlays }

    /// Draws the overlays one after the other.
    public func draw(on canvas: Canvas) {
        for overlay in overlays { overlay.draw(on: canvas) }
    }
}

extension Array {
    /// The element at `index`; nil outside.
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

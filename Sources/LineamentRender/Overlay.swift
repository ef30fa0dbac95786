// SPDX-License-Identifier: Apache-2.0
public import Lineament

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
    /// Draws on a canvas whose width and height are the image's, with a panel of at least
    /// ``panelWidth(imageWidth:imageHeight:)`` to the right if made by ``drawn(over:)``.
    func draw(on canvas: Canvas)

    /// Returns the width, in pixels, of the panel that the overlay needs to the right of an image. Default: 0.
    func panelWidth(imageWidth: Int, imageHeight: Int) -> Int

    /// Returns which pixels of an image of this size the overlay makes unrecognizable; those that it leaves are 0. A copy
    /// of a file keeps nothing of the others, even where the cover has the color that was there. Default: `nil`, for none.
    func covered(width: Int, height: Int) -> Mask?

    /// Returns a copy of an image of any format with the overlay drawn over it, and with the panel that it needs to the
    /// right. Default: an opaque one, in which what is translucent in the image is shown on white.
    /// - Throws: `LineamentError` if Cairo is not installed, the image is too large to draw on, there is not enough memory, or
    ///   something could not be drawn.
    func drawn(over image: PixelBuffer) throws -> PixelBuffer
}

extension Overlay {
    /// Returns 0: the overlay needs no panel.
    public func panelWidth(imageWidth: Int, imageHeight: Int) -> Int { 0 }

    /// Returns `nil`: the overlay makes nothing unrecognizable.
    public func covered(width: Int, height: Int) -> Mask? { nil }

    /// Returns an opaque copy of an image of any format with the overlay drawn over it, and with the panel that it needs to
    /// the right. What is translucent in the image is shown on white.
    /// - Throws: `LineamentError` if Cairo is not installed, the image is too large to draw on, there is not enough memory, or
    ///   something could not be drawn.
    public func drawn(over image: PixelBuffer) throws -> PixelBuffer { try drawnOpaque(over: image) }

    func drawnOpaque(over image: PixelBuffer) throws -> PixelBuffer {
        let panelWidth = panelWidth(imageWidth: image.width, imageHeight: image.height)
        let canvas = try Canvas(image.convertedToRGB(), panelWidth: panelWidth)
        canvas.draw(self)
        return try canvas.image().withColorProfile(image.colorProfile)
    }
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

    /// Returns which pixels any of the overlays makes unrecognizable.
    public func covered(width: Int, height: Int) -> Mask? {
        overlays.compactMap { $0.covered(width: width, height: height) }.union
    }

    /// Returns the width of the widest panel that an overlay needs, in pixels; the overlays share it.
    public func panelWidth(imageWidth: Int, imageHeight: Int) -> Int {
        overlays.map { $0.panelWidth(imageWidth: imageWidth, imageHeight: imageHeight) }.max() ?? 0
    }
}

/// Something to draw over a picture.
public protocol Overlay: Sendable {
    func draw(on canvas: Canvas)
}

/// Several overlays, the last on top.
public struct OverlayStack: Overlay {
    private let overlays: [any Overlay]

    public init(_ overlays: [any Overlay]) { self.overlays = overlays }

    public func draw(on canvas: Canvas) {
        for overlay in overlays { overlay.draw(on: canvas) }
    }
}

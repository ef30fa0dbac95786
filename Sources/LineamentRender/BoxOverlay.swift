// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An overlay with boxes, such as those of people or of objects that are followed, and a text for each.
public struct BoxOverlay: Overlay {
    private let boxes: Placed<Box>
    private let labels: LabelMode
    private let style: OverlayStyle
    private let parts: OverlayStyle.Parts

    /// A box in image pixels, and its text.
    package struct Box: Sendable {
        var frame: CGRect
        var labelLines: [String] = []

        /// Creates a box with lines of text.
        package init(frame: CGRect, labelLines: [String] = []) {
            self.frame = frame
            self.labelLines = labelLines
        }
    }

    /// The parts that are drawn unless a style says otherwise: all that there are.
    public static let defaultParts: OverlayStyle.Parts = [.box, .labels]

    /// Creates an overlay of boxes in image pixels, from the upper left corner.
    public init(_ boxes: [CGRect], style: OverlayStyle = OverlayStyle()) {
        self.init(Placed { _ in boxes.map { Box(frame: $0) } }, labels: .none, style: style)
    }

    /// Creates an overlay of boxes whose places depend on the size of the image.
    package init(_ boxes: Placed<Box>, labels: LabelMode, style: OverlayStyle) {
        self.boxes = boxes
        self.labels = labels
        self.style = style
        parts = style.parts ?? Self.defaultParts
    }

    /// Draws the boxes, then the texts.
    public func draw(on canvas: Canvas) {
        let boxes = boxes.inPixels(on: canvas)
        if parts.contains(.box) {
            for box in boxes {
                // As for faces: the lines of a whole body's box follow a third of its height.
                let size = min(box.frame.width, max(box.frame.width, box.frame.height) / 3)
                canvas.strokeBox(box.frame, style, DrawingScale(size: size, on: canvas))
            }
        }
        guard parts.contains(.labels) else { return }
        let blocks = boxes.map {
            SubjectLabel(name: $0.labelLines.first, values: Array($0.labelLines.dropFirst()), subject: $0.frame)
        }
        canvas.draw(blocks, besides: boxes.map(\.frame), mode: labels, style.colors)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The parts of a path that are drawn.
public enum CGPathDrawingMode: Int32, Sendable {
    case fill = 0
    case eoFill, stroke, fillStroke, eoFillStroke
}

extension CGContext {
    /// Sets the color of areas that are filled next. Default: black.
    public func setFillColor(_ color: CGColor) { pen.fill = color }
    /// Sets the color of areas that are filled next, from values of 0 to 1.
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        pen.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    /// Sets the color of areas that are filled next to a shade of gray, from values of 0 to 1.
    public func setFillColor(gray: CGFloat, alpha: CGFloat) { pen.fill = CGColor(gray: gray, alpha: alpha) }
    /// Sets the color of lines that are drawn next.
    public func setStrokeColor(_ color: CGColor) { pen.stroke = color }
    /// Sets the color of lines that are drawn next.
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        pen.stroke = CGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
    /// Sets the width of lines that are drawn next. Default: 1.
    public func setLineWidth(_ width: CGFloat) { pen.width = width }

    /// Begins a new path, without what was added before.
    public func beginPath() { path = CGMutablePath() }
    /// Begins a sequence of lines at a point.
    public func move(to point: CGPoint) { path.move(to: point, transform: ctm) }
    /// Adds a line from the current point to another.
    public func addLine(to point: CGPoint) { path.addLine(to: point, transform: ctm) }
    /// Adds lines from the first of some points to the last.
    public func addLines(between points: [CGPoint]) { path.addLines(between: points, transform: ctm) }
    /// Adds a rectangle.
    public func addRect(_ rect: CGRect) { path.addRect(rect, transform: ctm) }
    /// Adds an ellipse that fills a rectangle.
    public func addEllipse(in rect: CGRect) { path.addEllipse(in: rect, transform: ctm) }
    /// Adds a part of a circle, as ``CGMutablePath`` does.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        path.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: ctm)
    }
    /// Adds a path.
    public func addPath(_ added: CGPath) { path.addPath(added, transform: ctm) }
    /// Connects the last point of the sequence with its first.
    public func closePath() { path.closeSubpath() }

    /// Fills the path and begins a new one.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        fill(path.lines.map(\.points), color: pen.fill, rule: rule)
        beginPath()
    }

    /// Draws the path's lines and begins a new one. The pen follows the current transform, which the points took when they
    /// were added.
    public func strokePath() {
        if let inverse = ctm.inverse {
            let drawn = CGMutablePath()
            drawn.addPath(path, transform: inverse)
            let outline = drawn.outline(width: pen.width).map { $0.map { $0.applying(ctm) } }
            fill(outline, color: pen.stroke, rule: .winding)
        }
        beginPath()
    }

    /// Fills the path, draws its lines or both, and begins a new one.
    public func drawPath(using mode: CGPathDrawingMode) {
        let drawn = path
        if mode != .stroke { fillPath(using: mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding) }
        if mode != .fill, mode != .eoFill {
            path = drawn
            strokePath()
        }
    }

    /// Fills a rectangle.
    public func fill(_ rect: CGRect) { draw(.fill) { $0.addRect(rect, transform: $1) } }
    /// Fills rectangles.
    public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }
    /// Draws the sides of a rectangle.
    public func stroke(_ rect: CGRect) { draw(.stroke) { $0.addRect(rect, transform: $1) } }
    /// Draws the sides of a rectangle with lines of a width.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        let usual = pen.width
        pen.width = width
        stroke(rect)
        pen.width = usual
    }
    /// Fills an ellipse that fills a rectangle.
    public func fillEllipse(in rect: CGRect) { draw(.fill) { $0.addEllipse(in: rect, transform: $1) } }
    /// Draws the edge of an ellipse that fills a rectangle.
    public func strokeEllipse(in rect: CGRect) { draw(.stroke) { $0.addEllipse(in: rect, transform: $1) } }
    /// Draws a line from each point with an even index to the next.
    public func strokeLineSegments(between points: [CGPoint]) {
        draw(.stroke) { path, transform in
            for index in stride(from: 0, to: points.count - 1, by: 2) {
                path.addLines(between: [points[index], points[index + 1]], transform: transform)
            }
        }
    }

    /// Draws what `add` adds to an empty path under the current transform; the path replaces the current one.
    private func draw(_ mode: CGPathDrawingMode, _ add: (CGMutablePath, CGAffineTransform) -> Void) {
        beginPath()
        add(path, ctm)
        drawPath(using: mode)
    }
}

// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The rule for which points are inside of a path that crosses itself.
public enum CGPathFillRule: Int, Sendable {
    /// The points that the path goes around, in either direction.
    case winding = 0
    /// The points from which a line to the outside crosses the path an odd number of times.
    case evenOdd = 1
}

/// Lines and curves.
///
/// Curves are kept as lines that are at most a small fraction of their size away from them.
public class CGPath: @unchecked Sendable {
    // Sound: a path does not change; CGMutablePath, which does, is used by one thread at a time.

    /// A sequence of connected lines.
    struct Line: Equatable {
        var points: [CGPoint]
        var isClosed = false
    }

    /// The sequences of lines.
    fileprivate(set) var lines: [Line] = []

    init(lines: [Line]) { self.lines = lines }

    /// Creates a rectangle.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addRect(rect, transform: transform?.pointee ?? .identity)
        self.init(lines: path.lines)
    }

    /// Creates an ellipse that fills a rectangle.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
        self.init(lines: path.lines)
    }

    /// Whether there are no points.
    public var isEmpty: Bool { lines.isEmpty }
    /// The last point; zero if there is none.
    public var currentPoint: CGPoint {
        guard let line = lines.last else { return .zero }
        return (line.isClosed ? line.points.first : line.points.last) ?? .zero
    }

    /// The smallest rectangle around all points; null if there are none.
    public var boundingBox: CGRect {
        let points = lines.flatMap(\.points)
        let xs = points.map(\.x)
        let ys = points.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
    /// The smallest rectangle around the path; null if it is empty.
    public var boundingBoxOfPath: CGRect { boundingBox }

    /// Returns whether a point is inside.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        var winding = 0
        for line in lines {
            let points = line.points.map { $0.applying(transform) }
            for (start, end) in zip(points, points.dropFirst() + points.prefix(1))
            where (start.y <= point.y) != (end.y <= point.y) {
                let x = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
                if x > point.x { winding += end.y > start.y ? 1 : -1 }
            }
        }
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// Returns a copy.
    public func copy() -> CGPath? { CGPath(lines: lines) }

    /// Returns a copy that can be changed.
    public func mutableCopy() -> CGMutablePath? {
        let copy = CGMutablePath()
        copy.addPath(self)
        return copy
    }
}

/// Lines and curves that can be added to. Use it from one thread at a time.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    // Sound: as its superclass says, one thread at a time uses it.

    /// Creates an empty path.
    public init() { super.init(lines: []) }

    /// Begins a sequence of lines at a point.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        lines.append(Line(points: [point.applying(transform)]))
    }

    /// Adds a line from the current point to another. Without a current point, it only moves there.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        guard let last = lines.last else { return move(to: point, transform: transform) }
        if last.isClosed { lines.append(Line(points: [currentPoint])) }
        lines[lines.count - 1].points.append(point.applying(transform))
    }

    /// Adds lines from the first of some points to the last.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        move(to: first, transform: transform)
        for point in points.dropFirst() { addLine(to: point, transform: transform) }
    }

    /// Connects the last point of the sequence with its first.
    public func closeSubpath() { if !lines.isEmpty { lines[lines.count - 1].isClosed = true } }

    /// Adds a rectangle.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        let corners = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY)]
        addLines(between: corners.map { CGPoint(x: $0, y: $1) }, transform: transform)
        closeSubpath()
    }

    /// Adds rectangles.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Adds an ellipse that fills a rectangle.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        let points = (0..<96).map { index in
            let angle = CGFloat(index) / 48 * .pi
            return CGPoint(x: rect.midX + rect.width / 2 * cos(angle), y: rect.midY + rect.height / 2 * sin(angle))
        }
        addLines(between: points, transform: transform)
        closeSubpath()
    }

    /// Adds a part of a circle, and a line to its start if there is a current point.
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius.
    ///   - startAngle: The angle of the start, in radians from the horizontal axis toward the vertical one.
    ///   - endAngle: The angle of the end.
    ///   - clockwise: Whether angles fall from the start to the end.
    ///   - transform: Applied to the part.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let turn = 2 * CGFloat.pi
        var sweep = clockwise ? startAngle - endAngle : endAngle - startAngle
        guard sweep.isFinite else { return }
        // Whole turns backward are a full circle, as in Core Graphics, where programs draw circles in either direction.
        sweep = sweep < 0 ? sweep.truncatingRemainder(dividingBy: turn) + turn : min(sweep, turn)
        let count = max(1, Int((sweep / turn * 96).rounded(.up)))
        for index in 0...count {
            let angle = startAngle + (clockwise ? -sweep : sweep) * CGFloat(index) / CGFloat(count)
            addLine(
                to: CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle)), transform: transform)
        }
    }

    /// Adds a curve with two control points.
    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        let start = currentPoint
        let first = control1.applying(transform)
        let second = control2.applying(transform)
        let last = end.applying(transform)
        for index in 1...32 {
            let t = CGFloat(index) / 32
            let u = 1 - t
            let a = u * u * u
            let b = 3 * u * u * t
            let c = 3 * u * t * t
            let d = t * t * t
            addLine(
                to: CGPoint(
                    x: a * start.x + b * first.x + c * second.x + d * last.x,
                    y: a * start.y + b * first.y + c * second.y + d * last.y))
        }
    }

    /// Adds a curve with one control point.
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        let start = currentPoint
        let middle = control.applying(transform)
        let last = end.applying(transform)
        for index in 1...32 {
            let t = CGFloat(index) / 32
            let a = (1 - t) * (1 - t)
            let b = 2 * (1 - t) * t
            let c = t * t
            addLine(
                to: CGPoint(
                    x: a * start.x + b * middle.x + c * last.x, y: a * start.y + b * middle.y + c * last.y))
        }
    }

    /// Adds another path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        lines += path.lines.map { line in
            Line(points: line.points.map { $0.applying(transform) }, isClosed: line.isClosed)
        }
    }
}

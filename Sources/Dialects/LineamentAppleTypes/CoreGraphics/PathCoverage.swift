// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A line of a path.
private struct Side {
    let start: CGPoint
    let end: CGPoint
    /// The direction, with length 1.
    let step: CGPoint

    init(start: CGPoint, end: CGPoint) {
        let length = hypot(end.x - start.x, end.y - start.y)
        self.start = start
        self.end = end
        step = CGPoint(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
    }
}

/// How much of each pixel closed polygons cover.
struct PathCoverage {
    /// The number of lines across a pixel that are looked at.
    private static let lines = 4
    let polygons: [[CGPoint]]
    let rule: CGPathFillRule

    /// Calls `body` with each row, the first column and the coverage, 0 to 1, of the pixels from there on. The
    /// polygons' coordinates are pixels from the upper left corner.
    func forEachRow(width: Int, height: Int, _ body: (_ row: Int, _ first: Int, _ coverage: [Float]) -> Void) {
        let points = polygons.joined().filter { $0.x.isFinite && $0.y.isFinite }
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return }
        func whole(_ value: CGFloat, _ limit: Int) -> Int { Int(max(0, min(CGFloat(limit), value))) }
        let columns = whole(left.rounded(.down), width)..<whole(right.rounded(.up), width)
        let rows = whole(top.rounded(.down), height)..<whole(bottom.rounded(.up), height)
        guard !columns.isEmpty else { return }
        let edges = edges
        for row in rows {
            var coverage = [Float](repeating: 0, count: columns.count)
            let near = edges.filter { $0.bottom > CGFloat(row) && $0.top < CGFloat(row + 1) }
            for line in 0..<Self.lines {
                let y = CGFloat(row) + (CGFloat(line) + 0.5) / CGFloat(Self.lines)
                for (start, end) in spans(of: near, at: y) { add(start, end, columns, to: &coverage) }
            }
            body(row, columns.lowerBound, coverage)
        }
    }

    private struct Edge {
        let top: CGFloat
        let bottom: CGFloat
        let x: CGFloat
        let slope: CGFloat
        let direction: Int
    }

    private var edges: [Edge] {
        polygons.flatMap { polygon in
            zip(polygon, polygon.dropFirst() + polygon.prefix(1)).compactMap { start, end -> Edge? in
                guard start.y != end.y, start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else {
                    return nil
                }
                let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
                return Edge(
                    top: upper.y, bottom: lower.y, x: upper.x, slope: (lower.x - upper.x) / (lower.y - upper.y),
                    direction: start.y < end.y ? 1 : -1)
            }
        }
    }

    /// Returns the parts of a horizontal line that are inside.
    private func spans(of edges: [Edge], at y: CGFloat) -> [(CGFloat, CGFloat)] {
        let crossings = edges.filter { $0.top <= y && y < $0.bottom }
            .map { (x: $0.x + (y - $0.top) * $0.slope, direction: $0.direction) }
            .sorted { $0.x < $1.x }
        var spans: [(CGFloat, CGFloat)] = []
        var winding = 0
        var start: CGFloat = 0
        for crossing in crossings {
            let wasInside = rule == .winding ? winding != 0 : winding % 2 != 0
            winding += crossing.direction
            let isInside = rule == .winding ? winding != 0 : winding % 2 != 0
            if !wasInside, isInside { start = crossing.x }
            if wasInside, !isInside { spans.append((start, crossing.x)) }
        }
        return spans
    }

    private func add(_ start: CGFloat, _ end: CGFloat, _ columns: Range<Int>, to coverage: inout [Float]) {
        let low = max(start, CGFloat(columns.lowerBound))
        let high = min(end, CGFloat(columns.upperBound))
        guard high > low else { return }
        for column in Int(low)..<min(Int(high.rounded(.up)), columns.upperBound) {
            let part = min(high, CGFloat(column + 1)) - max(low, CGFloat(column))
            coverage[column - columns.lowerBound] += Float(part) / Float(Self.lines)
        }
    }
}

extension CGPath {
    /// The polygons that together cover what a pen with this width draws along the path: with ends cut off at the end
    /// points, and with corners that are cut off if they are sharp.
    func outline(width: CGFloat) -> [[CGPoint]] {
        let half = width / 2
        return lines.flatMap { line -> [[CGPoint]] in
            var points = line.points.reduce(into: [CGPoint]()) { if $0.last != $1 { $0.append($1) } }
            if line.isClosed, let first = points.first {
                if points.last == first, points.count > 1 { points.removeLast() }
                points.append(first)
            }
            let sides = zip(points, points.dropFirst()).map { Side(start: $0, end: $1) }
            var polygons = sides.map { side -> [CGPoint] in
                let x = -side.step.y * half
                let y = side.step.x * half
                let start = side.start
                let end = side.end
                return [
                    CGPoint(x: start.x + x, y: start.y + y), CGPoint(x: start.x - x, y: start.y - y),
                    CGPoint(x: end.x - x, y: end.y - y), CGPoint(x: end.x + x, y: end.y + y),
                ]
            }
            let following = line.isClosed ? Array(sides.dropFirst() + sides.prefix(1)) : Array(sides.dropFirst())
            for (side, next) in zip(sides, following) {
                let turn = side.step.x * next.step.y - side.step.y * next.step.x
                let along = side.step.x * next.step.x + side.step.y * next.step.y
                guard turn != 0 else { continue }
                let sign: CGFloat = turn > 0 ? -1 : 1
                func edge(_ step: CGPoint) -> CGPoint {
                    CGPoint(x: side.end.x - step.y * half * sign, y: side.end.y + step.x * half * sign)
                }
                let first = edge(side.step)
                let last = edge(next.step)
                // The miter is as long as the pen is wide times 1 / cos of half the turn; 10 is the usual limit.
                let cosine = ((1 + along) / 2).squareRoot()
                var corner = [side.end, first, last]
                if cosine > 0.1 {
                    let middle = CGPoint(
                        x: (first.x + last.x) / 2 - side.end.x, y: (first.y + last.y) / 2 - side.end.y)
                    let scale = 1 / (cosine * cosine)
                    corner.insert(
                        CGPoint(x: side.end.x + middle.x * scale, y: side.end.y + middle.y * scale), at: 2)
                }
                polygons.append(corner)
            }
            // All in one direction, so that overlaps do not cancel.
            return polygons.map { polygon in
                let area = zip(polygon, polygon.dropFirst() + polygon.prefix(1))
                    .reduce(CGFloat(0)) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
                return area < 0 ? polygon.reversed() : polygon
            }
        }
    }
}

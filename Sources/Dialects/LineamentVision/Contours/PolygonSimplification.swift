// SPDX-License-Identifier: Apache-2.0

/// The Ramer-Douglas-Peucker algorithm for closed lines.
enum PolygonSimplification {
    /// Returns those of the points that describe the closed line so that no other point is further than `tolerance` away
    /// from it. The first point and the one furthest from it always remain.
    static func simplified(_ points: [SIMD2<Float>], tolerance: Float) -> [SIMD2<Float>] {
        guard let start = points.first else { return [] }
        var furthest = (index: 0, distance: Float(0))
        for (index, point) in points.enumerated() {
            let distance = squaredLength(point - start)
            if distance > furthest.distance { furthest = (index, distance) }
        }
        guard furthest.distance > 0 else { return [start] }
        // The last place stands for the first point once more.
        var kept = [Bool](repeating: false, count: points.count)
        kept[0] = true
        kept[furthest.index] = true
        keep(&kept, of: points, from: 0, to: furthest.index, tolerance)
        keep(&kept, of: points, from: furthest.index, to: points.count, tolerance)
        return zip(points, kept).filter(\.1).map(\.0)
    }

    /// Marks the points to keep between two that are kept. The work to do is on a stack of its own, so that no line is too
    /// long for it.
    private static func keep(
        _ kept: inout [Bool], of points: [SIMD2<Float>], from first: Int, to last: Int, _ tolerance: Float
    ) {
        var open = [(first, last)]
        while let (start, end) = open.popLast() {
            let from = points[start]
            let to = points[end % points.count]
            var furthest = (index: start, distance: tolerance * tolerance)
            for index in start + 1..<max(end, start + 1) {
                let distance = squaredDistance(of: points[index], toSegmentFrom: from, to: to)
                if distance > furthest.distance { furthest = (index, distance) }
            }
            guard furthest.index != start else { continue }
            kept[furthest.index] = true
            open.append((start, furthest.index))
            open.append((furthest.index, end))
        }
    }

    /// Returns the square of the distance between a point and the nearest point of a segment.
    static func squaredDistance(
        of point: SIMD2<Float>, toSegmentFrom start: SIMD2<Float>, to end: SIMD2<Float>
    ) -> Float {
        let line = end - start
        let offset = point - start
        let length = squaredLength(line)
        guard length > 0 else { return squaredLength(offset) }
        let part = max(0, min(1, (offset * line).sum() / length))
        return squaredLength(offset - line * part)
    }

    private static func squaredLength(_ vector: SIMD2<Float>) -> Float { (vector * vector).sum() }
}

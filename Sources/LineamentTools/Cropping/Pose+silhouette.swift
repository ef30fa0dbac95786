// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension PoseLandmarkerResult.Pose {
    /// Returns the box around the pixels near the landmarks that more likely than not show the person; `nil` if there are
    /// none. Farther ones may be other people's.
    func silhouetteBox(in size: CGSize) -> CGRect? {
        let image = CGRect(origin: .zero, size: size)
        let points = landmarks.map { CGPoint(x: Double($0.x) * size.width, y: Double($0.y) * size.height) }
        guard let nose = points.first else { return nil }
        let head = (points[11...12].reduce(0) { $0 + $1.y } / 2 - nose.y).magnitude
        // The crown is about as far above the nose as the shoulders are below it; limbs have half a head's thickness.
        let near = points.filter(image.contains).reduce(CGRect.null) { box, point in
            box.union(CGRect(origin: point, size: .zero).insetBy(dx: -0.5 * head, dy: -0.5 * head))
        }.union(CGRect(x: nose.x, y: nose.y - 1.2 * head, width: 0, height: 0)).intersection(image).integral
        guard !near.isNull, !near.isEmpty, image.contains(near) else { return nil }
        return segmentationMask.map { $0.box(in: near) } ?? near
    }
}

extension Mask {
    /// Returns the box around all pixels of at least one half in an area; `nil` without any.
    fileprivate func box(in area: CGRect) -> CGRect? {
        let (columns, rows) = (
            max(0, Int(area.minX))..<min(width, Int(area.maxX)), max(0, Int(area.minY))..<min(height, Int(area.maxY))
        )
        return withUnsafeBytes { bytes in
            var left = width
            var right = -1
            var top = height
            var bottom = -1
            for row in rows {
                let line = bytes[row * width + columns.lowerBound..<row * width + columns.upperBound]
                guard let first = line.firstIndex(where: { $0 >= 128 }), let last = line.lastIndex(where: { $0 >= 128 })
                else { continue }
                (left, right) = (min(left, first - row * width), max(right, last - row * width))
                (top, bottom) = (min(top, row), row)
            }
            guard right >= left else { return nil }
            return CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package import Lineament

extension PixelBuffer {
    /// Covers areas and people in an opaque image as ``covering(_:silhouette:method:)`` does; returns only the parts with them.
    /// - Throws: `LineamentError` if there is not enough memory, or not enough time.
    package func coveredParts(
        _ areas: [RedactedArea], silhouette: Mask?, method: RedactionMethod
    ) throws -> [DrawnPart] {
        let people = silhouette.flatMap { CoveredPart(of: $0, width: width, height: height) }
        let places = areas.map { CoveredPart(of: $0.outline, width: width, height: height) }
        let touched = (places + [people]).compactMap { $0?.widened(width: width, height: height) }
        // A rotated video is turned once, not for each part.
        let image = try storedUpright()
        return try CoveredPart.separate(touched).map { whole in
            try Deadline.check()
            let inside = zip(areas, places).filter { _, place in place.map(whole.overlaps) ?? false }.map(\.0)
            let hasPeople = people.map(whole.overlaps) ?? false
            return try image.covered(whole, inside, hasPeople ? silhouette : nil, method)
        }
    }

    private func covered(
        _ part: CoveredPart, _ areas: [RedactedArea], _ silhouette: Mask?, _ method: RedactionMethod
    ) throws -> DrawnPart {
        let columns = part.columns.count
        let rows = part.rows.count
        let shown = try self.part(columns: part.columns, rows: part.rows).convertedToRGB()
        var pixels: PixelBuffer?
        let changed = try ChangedPixels(width: columns, height: rows) { marks in
            pixels = try PixelBuffer(width: columns, height: rows, format: .bgra8) { target in
                try shown.copyColors(to: target, bytesPerRow: 4 * columns)
                try CoveredPixels(
                    UnsafeMutableRawBufferPointer(start: target, count: 4 * columns * rows), bytesPerRow: 4 * columns,
                    of: part, width: width, height: height, marks: marks
                ).cover(areas, silhouette: silhouette, method, check: Deadline.check)
            }
        }
        return DrawnPart(
            column: part.columns.lowerBound, row: part.rows.lowerBound, pixels: pixels ?? shown, changed: changed)
    }
}

extension CoveredPart {
    /// The number of pixels that may share their color, and more.
    private static let grain = 16

    /// Returns the part with what is beside it, as its pixels have a share in the color of those.
    fileprivate func widened(width: Int, height: Int) -> CoveredPart {
        func widened(_ range: Range<Int>, _ limit: Int) -> Range<Int> {
            let end = (range.upperBound + 2 * Self.grain - 1) & ~(Self.grain - 1)
            return max(0, range.lowerBound - Self.grain) & ~(Self.grain - 1)..<min(limit, end)
        }
        return CoveredPart(columns: widened(columns, width), rows: widened(rows, height))
    }

    fileprivate func overlaps(_ other: CoveredPart) -> Bool {
        columns.overlaps(other.columns) && rows.overlaps(other.rows)
    }

    /// Returns parts that together contain the given ones and of which none overlaps another.
    fileprivate static func separate(_ parts: [CoveredPart]) throws -> [CoveredPart] {
        var separate: [CoveredPart] = []
        for part in parts {
            try Deadline.check()
            var whole = part
            // A part that has grown may reach others.
            while let index = separate.firstIndex(where: whole.overlaps) {
                whole = whole.union(separate.remove(at: index))
            }
            separate.append(whole)
        }
        return separate
    }

    private func union(_ other: CoveredPart) -> CoveredPart {
        func union(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
            min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
        }
        return CoveredPart(columns: union(columns, other.columns), rows: union(rows, other.rows))
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// A part of an image that is covered.
struct CoveredPart {
    let columns: Range<Int>
    let rows: Range<Int>

    /// Creates the part of a rectangle that is inside the image; `nil` if there is none.
    init?(of rect: CGRect, width: Int, height: Int) {
        guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy(\.isFinite) else { return nil }
        func clamped(_ value: Double, _ limit: Int) -> Int { Int(max(0, min(Double(limit), value))) }
        let (left, right) = (clamped(rect.minX.rounded(.down), width), clamped(rect.maxX.rounded(.up), width))
        let (top, bottom) = (clamped(rect.minY.rounded(.down), height), clamped(rect.maxY.rounded(.up), height))
        guard left < right, top < bottom else { return nil }
        columns = left..<right
        rows = top..<bottom
    }

    /// Creates the part with people; `nil` if there are none.
    init?(of mask: UnsafeBufferPointer<Float>, width: Int, height: Int) {
        var (columns, rows): (ClosedRange<Int>?, ClosedRange<Int>?) = (nil, nil)
        for y in 0..<height {
            for x in 0..<width where mask[y * width + x] > 0 {
                columns = min(columns?.lowerBound ?? x, x)...max(columns?.upperBound ?? x, x)
                rows = (rows?.lowerBound ?? y)...y
            }
        }
        guard let columns, let rows else { return nil }
        self.columns = Range(columns)
        self.rows = Range(rows)
    }
}

extension RedactedArea {
    /// The width of the soft edge outside of an area, relative to its radii.
    private static let feather = 0.12

    /// The rectangle with the soft edge.
    var outline: CGRect { rect.insetBy(dx: -rect.width / 2 * Self.feather, dy: -rect.height / 2 * Self.feather) }

    /// Returns how much of a pixel is covered, 0 to 1.
    func opacity() -> (_ x: Int, _ y: Int) -> Double {
        let center = SIMD2(Double(rect.midX), Double(rect.midY))
        let radii = SIMD2(Double(rect.width), Double(rect.height)) / 2
        let isRectangle = isRectangle
        return { x, y in
            let offset = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center) / radii
            let distance = isRectangle ? max(abs(offset.x), abs(offset.y)) : (offset * offset).sum().squareRoot()
            return distance <= 1 ? 1 : max(0, (1 + Self.feather - distance) / Self.feather)
        }
    }
}

extension [RedactedArea] {
    /// Returns a mask of the pixels that are covered, even slightly; `nil` without areas and silhouette.
    /// - Parameters:
    ///   - width: The width of the image, in pixels.
    ///   - height: Its height.
    ///   - silhouette: A mask of the size of the image, whose people are covered as well.
    public func mask(width: Int, height: Int, silhouette: Mask?) -> Mask? {
        guard !isEmpty || silhouette != nil else { return nil }
        var bytes = [UInt8](repeating: 0, count: width * height)
        bytes.withUnsafeMutableBufferPointer { bytes in
            for area in self {
                guard let part = CoveredPart(of: area.outline, width: width, height: height) else { continue }
                let opacity = area.opacity()
                for y in part.rows {
                    for x in part.columns where opacity(x, y) > 0 { bytes[y * width + x] = 255 }
                }
            }
            guard let silhouette, silhouette.width == width, silhouette.height == height else { return }
            silhouette.withUnsafeFloats { mask in
                for index in mask.indices where mask[index] > 0 { bytes[index] = 255 }
            }
        }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { Mask(uInt8Data: $0, width: width, height: height, shouldCopy: true) }
        }
    }
}

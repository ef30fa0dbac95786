// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

/// A part of an image that is covered.
struct CoveredPart: Hashable {
    let columns: Range<Int>
    let rows: Range<Int>

    init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
    }

    /// Creates the part of a rectangle that is inside the image; `nil` if there is none.
    init?(of rect: CGRect, width: Int, height: Int) {
        guard ![rect.minX, rect.minY, rect.maxX, rect.maxY].contains(where: \.isNaN) else { return nil }
        func clamped(_ value: Double, _ limit: Int) -> Int { Int(max(0, min(Double(limit), value))) }
        let left = clamped(rect.minX.rounded(.down), width)
        let right = clamped(rect.maxX.rounded(.up), width)
        let top = clamped(rect.minY.rounded(.down), height)
        let bottom = clamped(rect.maxY.rounded(.up), height)
        guard left < right, top < bottom else { return nil }
        columns = left..<right
        rows = top..<bottom
    }

    /// Creates the part with people; `nil` if there are none, or the mask has another size.
    init?(of mask: Mask, width: Int, height: Int) {
        guard mask.width == width, mask.height == height else { return nil }
        guard let part = mask.withUnsafeFloats({ CoveredPart(of: $0, width: width, height: height) }) else {
            return nil
        }
        self = part
    }

    /// Creates the part with people; `nil` if there are none.
    init?(of mask: UnsafeBufferPointer<Float>, width: Int, height: Int) {
        var left = width
        var right = 0
        var rows = 0..<0
        for row in 0..<height {
            let line = mask[row * width..<(row + 1) * width]
            guard let first = line.firstIndex(where: { $0 > 0 }), let last = line.lastIndex(where: { $0 > 0 }) else {
                continue
            }
            left = min(left, first - line.startIndex)
            right = max(right, last + 1 - line.startIndex)
            rows = (rows.isEmpty ? row : rows.lowerBound)..<row + 1
        }
        guard left < right else { return nil }
        self.init(columns: left..<right, rows: rows)
    }
}

extension RedactedArea {
    /// The width of the soft edge outside of an area, relative to its radii.
    fileprivate static let feather = 0.12

    /// The rectangle with the soft edge.
    var outline: CGRect { rect.insetBy(dx: -rect.width / 2 * Self.feather, dy: -rect.height / 2 * Self.feather) }

    /// Returns how much of each pixel of some columns is covered.
    func shares(of columns: Range<Int>) -> Shares { Shares(self, columns) }

    /// How much of pixels is covered.
    struct Shares {
        /// The distance of each column from the center, relative to the area's half width, and the same for rows. Squared for an
        /// ellipse.
        private let distances: [Double]
        private let distance: (_ row: Int) -> Double
        private let isRectangle: Bool

        fileprivate init(_ area: RedactedArea, _ columns: Range<Int>) {
            let rect = area.rect
            let isRectangle = area.isRectangle
            func distance(_ pixel: Int, _ middle: Double, _ length: Double) -> Double {
                let distance = abs(Double(pixel) + 0.5 - middle) / (length / 2)
                return isRectangle ? distance : distance * distance
            }
            self.isRectangle = isRectangle
            distances = columns.map { distance($0, rect.midX, rect.width) }
            self.distance = { distance($0, rect.midY, rect.height) }
        }

        /// Writes the shares of a row; see ``CoverShare``.
        func fill(_ shares: UnsafeMutableBufferPointer<UInt32>, row: Int) {
            let down = distance(row)
            for (index, across) in distances.enumerated() {
                let distance = isRectangle ? max(across, down) : across + down
                shares[index] = distance <= 1 ? CoverShare.whole : share(isRectangle ? distance : distance.squareRoot())
            }
        }

        /// Returns the share of a pixel of the soft edge, or outside of it.
        private func share(_ distance: Double) -> UInt32 {
            let share = (1 + RedactedArea.feather - distance) / RedactedArea.feather
            // Every pixel of the edge changes. The distance of an area without a size is NaN.
            return share > 0 ? max(1, UInt32(share * Double(CoverShare.whole))) : 0
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
                let area = area.shares(of: part.columns)
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: part.columns.count) { shares in
                    shares.initialize(repeating: 0)
                    for row in part.rows {
                        area.fill(shares, row: row)
                        let first = row * width + part.columns.lowerBound
                        for (index, share) in shares.enumerated() where share > 0 { bytes[first + index] = 255 }
                    }
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

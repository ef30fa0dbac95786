// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament

/// The pixels of an image, or of a part of one, that are made unrecognizable where they lie, in `bgra8`.
package struct CoveredPixels {
    private let bytes: UnsafeMutableRawBufferPointer
    private let bytesPerRow: Int
    /// The part of the image that the pixels are.
    private let window: CoveredPart
    private let width: Int
    private let height: Int
    /// A byte for each pixel that becomes 1 if it is covered, even slightly; `nil` if it is not needed.
    private let marks: UnsafeMutableBufferPointer<UInt8>?

    /// The side of a cell, relative to the width of a face.
    private static let cellOfFace = 0.75
    /// The side of a cell in silhouettes, relative to the shorter side of the image.
    private static let cellOfImage = 1.0 / 24
    /// The confidence of a mask from which a pixel is covered entirely.
    private static let certainty: Float = 0.3

    /// Takes all pixels of an image.
    package init(_ bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int) {
        self.init(
            bytes, bytesPerRow: bytesPerRow, of: CoveredPart(columns: 0..<width, rows: 0..<height), width: width,
            height: height, marks: nil)
    }

    /// Takes the pixels of a part of an image.
    init(
        _ bytes: UnsafeMutableRawBufferPointer, bytesPerRow: Int, of window: CoveredPart, width: Int, height: Int,
        marks: UnsafeMutableBufferPointer<UInt8>?
    ) {
        (self.bytes, self.bytesPerRow, self.window) = (bytes, bytesPerRow, window)
        (self.width, self.height, self.marks) = (width, height, marks)
    }

    /// Covers the people in a mask, if it has the size of the image, then areas. What is covered lies in these pixels.
    /// - Parameter check: Called before each area, as there may be many large ones. What it throws leaves the remaining areas
    ///   uncovered.
    package func cover(
        _ areas: [RedactedArea], silhouette: Mask?, _ method: RedactionMethod, check: () throws -> Void
    ) rethrows {
        if let silhouette, silhouette.width == width, silhouette.height == height { cover(silhouette, method) }
        for area in areas {
            try check()
            cover(area, method)
        }
    }

    /// Covers the ellipse or the rectangle of an area.
    private func cover(_ area: RedactedArea, _ method: RedactionMethod) {
        guard let part = CoveredPart(of: area.outline, width: width, height: height) else { return }
        let paint = paint(method, over: part, area: area.rect, cell: area.faceWidth * Self.cellOfFace)
        let shares = area.shares(of: part.columns)
        cover(part, with: paint) { shares.fill($0, row: $1) }
    }

    /// Covers the people in a mask the size of the image.
    private func cover(_ silhouette: Mask, _ method: RedactionMethod) {
        silhouette.withUnsafeFloats { mask in
            guard let part = CoveredPart(of: mask, width: width, height: height) else { return }
            let cell = Double(min(width, height)) * Self.cellOfImage
            let area = CGRect(
                x: part.columns.lowerBound, y: part.rows.lowerBound, width: part.columns.count,
                height: part.rows.count)
            cover(part, with: paint(method, over: part, area: area, cell: cell)) { shares, row in
                let confidences = mask[row * width + part.columns.lowerBound..<row * width + part.columns.upperBound]
                for (index, confidence) in confidences.enumerated() {
                    shares[index] = UInt32(min(1, max(0, confidence / Self.certainty)) * Float(CoverShare.whole))
                    // Every pixel that belongs to a person changes.
                    if confidence > 0 { shares[index] = max(1, shares[index]) }
                }
            }
        }
    }

    private func paint(
        _ method: RedactionMethod, over part: CoveredPart, area: CGRect, cell: Double
    ) -> any CoverPaint {
        switch method {
        case .blur: CellMeans(self, part, side: cell).smooth
        case .pixelate: CellMeans(self, part, side: cell).flat
        case .fill(let color): PlainPaint(color)
        case .image(let image): ImagePaint(image, in: area, over: part.columns)
        }
    }

    /// Blends the pixels of a part with what covers them.
    /// - Parameter fill: Writes how much each pixel of a row is covered; see ``CoverShare``.
    private func cover(
        _ part: CoveredPart, with paint: any CoverPaint,
        fill: (_ shares: UnsafeMutableBufferPointer<UInt32>, _ row: Int) -> Void
    ) {
        let count = part.columns.count
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { shares in
            withUnsafeTemporaryAllocation(of: CoverColor.self, capacity: count) { colors in
                shares.initialize(repeating: 0)
                colors.initialize(repeating: .zero)
                for row in part.rows {
                    fill(shares, row)
                    paint.fill(colors, row: row)
                    blend(row, from: part.columns.lowerBound, colors, shares)
                }
            }
        }
    }

    private func blend(
        _ row: Int, from column: Int, _ colors: UnsafeMutableBufferPointer<CoverColor>,
        _ shares: UnsafeMutableBufferPointer<UInt32>
    ) {
        let pixels = bytes.baseAddress.map { $0 + offset(column, row) }
        guard let pixels else { return }
        for index in shares.indices {
            let share = shares[index]
            let address = pixels + 4 * index
            let old = CoverColor(truncatingIfNeeded: address.loadUnaligned(as: SIMD4<UInt8>.self)) &<< 8
            let sum: CoverColor =
                old &* CoverColor(repeating: CoverShare.whole &- share) &+ colors[index] &* CoverColor(repeating: share)
            let new = (sum &+ CoverColor(repeating: 1 << 15)) &>> 16
            address.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: new), as: SIMD4<UInt8>.self)
        }
        guard let marks else { return }
        let first = (row - window.rows.lowerBound) * window.columns.count + column - window.columns.lowerBound
        for index in shares.indices { marks[first + index] |= shares[index] > 0 ? 1 : 0 }
    }

    private func offset(_ column: Int, _ row: Int) -> Int {
        (row - window.rows.lowerBound) * bytesPerRow + 4 * (column - window.columns.lowerBound)
    }

    /// Returns the sum of the pixels of a part: of blue, green, red and opacity.
    func sum(of part: CoveredPart) -> SIMD4<UInt64> {
        guard let start = bytes.baseAddress else { return .zero }
        var sum = SIMD4<UInt64>.zero
        for row in part.rows {
            let pixels = start + offset(part.columns.lowerBound, row)
            var ofRow = CoverColor.zero
            for index in 0..<part.columns.count {
                let pixel = pixels.loadUnaligned(fromByteOffset: 4 * index, as: SIMD4<UInt8>.self)
                ofRow &+= CoverColor(truncatingIfNeeded: pixel)
            }
            sum &+= SIMD4<UInt64>(truncatingIfNeeded: ofRow)
        }
        return sum
    }
}

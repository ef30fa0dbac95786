// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The mask of an image or frame that is covered by the masks of a plan.
struct PlannedSilhouette {
    private let width: Int
    private let height: Int
    /// A byte for each pixel; empty as long as nothing is covered.
    private var bytes: [UInt8] = []

    init(_ size: CGSize) {
        width = Int(size.width)
        height = Int(size.height)
    }

    /// Covers all pixels that the cells of a mask touch.
    /// - Parameter rect: The rectangle that the mask fills, in pixels.
    mutating func cover(_ mask: PlannedMask, in rect: CGRect) {
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: max(0, width * height)) }
        let (width, height) = (width, height)
        bytes.withUnsafeMutableBufferPointer { bytes in
            mask.forEachRun { row, columns in
                let x = Self.pixels(columns, of: mask.columns, rect.minX, rect.width, width)
                for y in Self.pixels(row..<row + 1, of: mask.rows, rect.minY, rect.height, height) {
                    bytes[y * width + x.lowerBound..<y * width + x.upperBound].update(repeating: 255)
                }
            }
        }
    }

    /// Returns the pixels of a range of cells.
    private static func pixels(
        _ cells: Range<Int>, of count: Int, _ start: Double, _ length: Double, _ limit: Int
    ) -> Range<Int> {
        func place(_ cell: Int, _ rule: FloatingPointRoundingRule) -> Int {
            Int(max(0, min(Double(limit), (start + Double(cell) * length / Double(count)).rounded(rule))))
        }
        let first = place(cells.lowerBound, .down)
        return first..<max(first, place(cells.upperBound, .up))
    }

    /// The mask; `nil` if nothing is covered.
    var mask: Mask? {
        bytes.isEmpty ? nil : Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A small copy of an image that goes on beyond its borders, in which a face that a border cuts is whole.
struct PaddedCopy {
    /// The longer side of the part that is the image, in pixels, at most.
    private static let maxSide = 512
    /// The width of the border, as a fraction of the shorter side.
    private static let border = 0.25

    /// The copy.
    let pixels: PixelBuffer
    private let factor: Int
    private let margin: Int

    /// Copies an image.
    /// - Throws: `LineamentError` if the image cannot be converted or there is not enough memory.
    init(_ image: PixelBuffer) throws {
        let rgb = try image.convertedToRGB()
        let factor = max(1, (max(rgb.width, rgb.height) + Self.maxSide - 1) / Self.maxSide)
        let columns = max(1, rgb.width / factor)
        let rows = max(1, rgb.height / factor)
        let margin = Int(Double(min(columns, rows)) * Self.border)
        self.factor = factor
        self.margin = margin
        guard let layout = rgb.format.packedLayout else {
            throw LineamentError(.unimplemented, "Images in format \(rgb.format) cannot be copied.")
        }
        pixels = try rgb.withPlanes { planes in
            let plane = planes[0]
            return try PixelBuffer(width: columns + 2 * margin, height: rows + 2 * margin) { target in
                var index = 0
                for y in -margin..<rows + margin {
                    let row = plane.address + Self.reflected(y, rows) * factor * plane.bytesPerRow
                    for x in -margin..<columns + margin {
                        let cell = row + Self.reflected(x, columns) * factor * layout.bytesPerPixel
                        let color = Self.mean(cell, plane.bytesPerRow, layout, side: factor)
                        target[index] = color.x
                        target[index + 1] = color.y
                        target[index + 2] = color.z
                        index += 3
                    }
                }
            }
        }
    }

    /// Returns a box of the copy in pixels of the image.
    func original(_ box: CGRect) -> CGRect {
        let scale = Double(factor)
        return CGRect(
            x: (box.minX - Double(margin)) * scale, y: (box.minY - Double(margin)) * scale,
            width: box.width * scale, height: box.height * scale)
    }

    /// Returns a box of the image in pixels of the copy.
    func place(of box: CGRect) -> CGRect {
        let scale = Double(factor)
        return CGRect(
            x: box.minX / scale + Double(margin), y: box.minY / scale + Double(margin), width: box.width / scale,
            height: box.height / scale)
    }

    private static func reflected(_ place: Int, _ side: Int) -> Int {
        let phase = place < 0 ? -1 - place : place
        return min(side - 1, max(0, phase < side ? phase : 2 * side - 1 - phase))
    }

    private static func mean(
        _ start: UnsafeRawPointer, _ bytesPerRow: Int, _ layout: PackedLayout, side: Int
    ) -> SIMD3<UInt8> {
        var sum = SIMD3<Int32>.zero
        for row in 0..<side {
            for column in 0..<side {
                let pixel = start + row * bytesPerRow + column * layout.bytesPerPixel
                sum.x += Int32(pixel.load(fromByteOffset: layout.red, as: UInt8.self))
                sum.y += Int32(pixel.load(fromByteOffset: layout.green, as: UInt8.self))
                sum.z += Int32(pixel.load(fromByteOffset: layout.blue, as: UInt8.self))
            }
        }
        return SIMD3<UInt8>(truncatingIfNeeded: sum / Int32(side * side))
    }
}

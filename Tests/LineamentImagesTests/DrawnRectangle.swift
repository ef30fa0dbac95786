// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport

@testable import LineamentImages

/// A rectangle that is drawn over an image and covers it.
struct DrawnRectangle {
    let columns: Range<Int>
    let rows: Range<Int>
    var color: [UInt8] = [30, 60, 200]

    func contains(x: Int, y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

    /// Returns an image with the rectangle, as a canvas has it.
    func drawn(over image: PixelBuffer) throws -> PixelBuffer {
        let rgb = image.rgbBytes
        let alpha = try image.alphaBytes()
        var bytes: [UInt8] = []
        for place in 0..<image.width * image.height {
            let isDrawn = contains(x: place % image.width, y: place / image.width)
            let pixel = isDrawn ? color : Array(rgb[3 * place..<3 * place + 3])
            bytes += [pixel[2], pixel[1], pixel[0], isDrawn ? 255 : alpha[place]]
        }
        return try PixelBuffer(copying: bytes, width: image.width, height: image.height, format: .bgra8)
    }

    /// Returns a mask of the rectangle, and of no other pixel.
    func mask(width: Int, height: Int) -> Mask? {
        let bytes = (0..<width * height).map { contains(x: $0 % width, y: $0 / width) ? UInt8.max : 0 }
        return Mask(uInt8Data: bytes, width: width, height: height, shouldCopy: true)
    }

    /// Returns a copy of a file with the rectangle.
    func copy(of file: Data, as format: ImageEncoder.Format) throws -> Data {
        let pixels = try ImageDecoder().decode(file)
        return try copy(of: file, pixels, as: format)
    }

    func copy(of file: Data, _ pixels: PixelBuffer, as format: ImageEncoder.Format) throws -> Data {
        let original = DrawnOriginal(file: file, pixels: pixels) { mask(width: pixels.width, height: pixels.height) }
        return try ImageEncoder().encode(drawn(over: pixels), over: original, as: format)
    }
}

extension PixelBuffer {
    /// The opacity of all pixels.
    func alphaBytes() throws -> [UInt8] {
        guard let offset = format.alphaOffset else { return [UInt8](repeating: 255, count: width * height) }
        return try withPlanes { planes in
            (0..<width * height).map {
                planes[0].address.load(
                    fromByteOffset: $0 / width * planes[0].bytesPerRow + 4 * ($0 % width) + offset, as: UInt8.self)
            }
        }
    }
}

extension DerivedPixels {
    /// Returns colors that change from place to place, with noise.
    static func noisy(width: Int, height: Int, seed: UInt64 = 7) -> DerivedPixels {
        var random = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let noise = Int.random(in: -12...12, using: &random)
                let values = [40 + 2 * x % 160, 60 + 3 * y % 150, 90 + (x + y) % 120]
                bytes += values.map { UInt8($0 + noise) }
            }
        }
        return DerivedPixels(width: width, height: height, bytes: bytes)
    }

    /// Returns the image with a part of another one.
    func replacing(_ columns: Range<Int>, _ rows: Range<Int>, by other: DerivedPixels) -> DerivedPixels {
        var bytes = bytes
        for y in rows {
            let range = 3 * (y * width + columns.lowerBound)..<3 * (y * width + columns.upperBound)
            bytes.replaceSubrange(range, with: other.bytes[range])
        }
        return DerivedPixels(width: width, height: height, bytes: bytes)
    }
}

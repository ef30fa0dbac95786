// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A part of an image at its left or right edge, continued by its mirror image beyond that.
///
/// Half a person who is cut by the edge becomes a whole one, which the pose detector recognizes: in the test photo of a
/// bus, it finds neither the person with one arm in the image nor the one with half a head, but both when mirrored.
struct MirroredEdge {
    let isLeft: Bool
    /// The part, in pixels of the image.
    private let columns: Range<Int>
    private let rows: Range<Int>

    /// The widths of the parts, relative to the image; those of the same width overlap by three quarters of their height.
    private static let shares = [0.5, 0.3, 0.2]
    /// The height of a part relative to its width, as people stand.
    private static let shape = 2.6
    /// The width, in pixels, below which no person is found.
    private static let minWidth = 32

    /// Returns the parts of an image of a size, in pixels, the largest first.
    static func all(width: Int, height: Int) -> [MirroredEdge] {
        shares.flatMap { share -> [MirroredEdge] in
            let part = Int(Double(width) * share)
            guard part >= minWidth else { return [] }
            let tall = min(height, Int(Double(part) * shape))
            let tops = Set(stride(from: 0, through: height - tall, by: max(1, tall / 4))).union([height - tall])
            return tops.sorted().flatMap { top in
                [
                    MirroredEdge(isLeft: true, columns: 0..<part, rows: top..<top + tall),
                    MirroredEdge(isLeft: false, columns: width - part..<width, rows: top..<top + tall),
                ]
            }
        }
    }

    /// Returns the part and its mirror image, side by side.
    /// - Parameter image: The image in a packed format.
    func pixels(of image: PixelBuffer) throws -> PixelBuffer {
        guard let layout = image.format.packedLayout else {
            throw LineamentError(.unimplemented, "Images in format \(image.format) have no pixels to mirror.")
        }
        return try PixelBuffer(width: 2 * columns.count, height: rows.count) { target in
            try image.withPlanes { planes in
                for row in 0..<rows.count {
                    let from = (planes[0].address + (rows.lowerBound + row) * planes[0].bytesPerRow)
                        .assumingMemoryBound(to: UInt8.self)
                    for column in 0..<2 * columns.count {
                        let pixel = from + source(of: column) * layout.bytesPerPixel
                        let place = target + 3 * (row * 2 * columns.count + column)
                        (place[0], place[1], place[2]) = (pixel[layout.red], pixel[layout.green], pixel[layout.blue])
                    }
                }
            }
        }
    }

    /// Returns the column of the image that a column of the mirrored part shows.
    private func source(of column: Int) -> Int {
        let count = columns.count
        let isMirrored = isLeft == (column < count)
        let place = column < count ? column : column - count
        return columns.lowerBound + (isMirrored ? count - 1 - place : place)
    }

    /// Returns the mask of a person in the mirrored part as one of the image, by the larger of both halves.
    func whole(_ mask: Mask, width: Int, height: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: width * height)
        guard mask.width == 2 * columns.count, mask.height == rows.count else { return bytes }
        mask.withUnsafeBytes { values in
            for row in 0..<rows.count {
                for column in 0..<mask.width {
                    let place = (rows.lowerBound + row) * width + source(of: column)
                    bytes[place] = max(bytes[place], values[row * mask.width + column])
                }
            }
        }
        return bytes
    }
}

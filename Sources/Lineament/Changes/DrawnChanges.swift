// SPDX-License-Identifier: Apache-2.0

/// The changes that a drawing makes to an image.
package enum DrawnChanges: Sendable {
    /// All of the image, which has another size then.
    case all(PixelBuffer)
    /// Parts of the image, which do not overlap.
    case parts([DrawnPart])

    /// Compares a drawing with the image that it is drawn over.
    /// - Parameters:
    ///   - drawing: The drawing, in one plane.
    ///   - image: The image.
    ///   - covered: A mask of the pixels that count as changed even where they are not.
    package init(_ drawing: PixelBuffer, over image: PixelBuffer, covered: Mask?) throws {
        guard (drawing.width, drawing.height) == (image.width, image.height) else {
            self = .all(drawing)
            return
        }
        let drawing = try drawing.convertedToRGB()
        let changed = try ChangedPixels(image.convertedToRGB(), drawing, covered: covered)
        self = .parts(changed.isEmpty ? [] : [DrawnPart(column: 0, row: 0, pixels: drawing, changed: changed)])
    }

    /// Returns the size of the copy.
    package func size(of image: PixelBuffer) -> (width: Int, height: Int) {
        if case .all(let drawing) = self { (drawing.width, drawing.height) } else { (image.width, image.height) }
    }
}

/// A part of an image with what was drawn over it.
package struct DrawnPart: Sendable {
    /// The place of its first column in the image.
    package let column: Int
    /// The place of its first row in the image.
    package let row: Int
    /// The pixels with the drawing, in one plane.
    package let pixels: PixelBuffer
    /// The pixels that were changed.
    package let changed: ChangedPixels

    /// Creates a part from what was drawn in it.
    package init(column: Int, row: Int, pixels: PixelBuffer, changed: ChangedPixels) {
        (self.column, self.row, self.pixels, self.changed) = (column, row, pixels, changed)
    }

    /// Creates the whole of an image from what was drawn over parts of it.
    package init(_ parts: [DrawnPart], over image: PixelBuffer) throws {
        let rgb = try image.convertedToRGB()
        let whole = try PixelBuffer(width: image.width, height: image.height, format: .bgra8) { target in
            try rgb.copyColors(to: target, bytesPerRow: 4 * image.width)
            for part in parts { try part.copyChanges(to: target, width: image.width) }
        }
        let changed = try ChangedPixels(width: image.width, height: image.height) { marks in
            for part in parts { part.forEachChange(width: image.width) { _, index in marks[index] = 1 } }
        }
        self.init(column: 0, row: 0, pixels: whole, changed: changed)
    }

    /// Writes the changed pixels over those of an image in `bgra8` without padding.
    private func copyChanges(to image: UnsafeMutablePointer<UInt8>, width: Int) throws {
        let drawn = try PixelBuffer(width: pixels.width, height: pixels.height, format: .bgra8) {
            try pixels.copyColors(to: $0, bytesPerRow: 4 * pixels.width)
        }
        try drawn.withPlanes { planes in
            forEachChange(width: width) { place, index in
                UnsafeMutableRawPointer(image + 4 * index).copyMemory(from: planes[0].address + 4 * place, byteCount: 4)
            }
        }
    }

    /// Calls `body` with the place of each changed pixel in the part and in an image of this width.
    private func forEachChange(width: Int, _ body: (_ place: Int, _ index: Int) -> Void) {
        changed.withPixels { marks in
            for row in changed.rows {
                let first = row * changed.width
                let start = (self.row + row) * width + column
                for column in 0..<changed.width where marks[first + column] != 0 {
                    body(first + column, start + column)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// Writes the colors of an image in one plane as opaque `bgra8`.
    package func copyColors(to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) throws {
        guard let layout = format.packedLayout else { return }
        try withPlanes { planes in
            for y in 0..<height {
                var from = (planes[0].address + y * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                var to = target + y * bytesPerRow
                for _ in 0..<width {
                    to[0] = from[layout.blue]
                    to[1] = from[layout.green]
                    to[2] = from[layout.red]
                    to[3] = 255
                    from += layout.bytesPerPixel
                    to += 4
                }
            }
        }
    }
}

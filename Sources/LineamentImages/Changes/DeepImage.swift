// SPDX-License-Identifier: Apache-2.0
internal import CLineamentVips
internal import Foundation
internal import Lineament

/// The 16-bit pixels of a PNG or TIFF file, as they are stored.
final class DeepImage {
    private let stored: LineamentVipsPixels
    private let samples: UnsafePointer<UInt16>

    /// Decodes a file; `nil` if its pixels have another depth.
    /// - Parameter page: The number of the image in a TIFF file.
    init?(_ bytes: UnsafeRawBufferPointer, page: Int) throws {
        try Vips.open()
        var pixels = LineamentVipsPixels()
        let status = PNGChunks.withoutLargeTexts(bytes) {
            lineament_vips_decode_deep($0.baseAddress, $0.count, Int32(page), &pixels)
        }
        guard status == LINEAMENT_VIPS_OK, let memory = UnsafeRawPointer(pixels.bytes) else { return nil }
        stored = pixels
        samples = memory.assumingMemoryBound(to: UInt16.self)
    }

    deinit { lineament_vips_free(stored.bytes) }

    /// Whether there is an opacity beside gray or red, green and blue.
    private var hasAlpha: Bool { stored.channels % 2 == 0 }
    private var isGray: Bool { stored.channels < 3 }

    /// Calls `body` with the pixels that a drawing leaves, upright, and with those of the drawing; `nil` if the drawing is not one
    /// over this image.
    /// - Parameter declared: The orientation that the file declares; `nil` for the one that libvips found.
    func withDrawing<Result>(
        _ drawn: PixelBuffer, over original: DrawnOriginal, declared: ImageOrientation?,
        _ body: (inout LineamentVipsPixels) throws -> Result
    ) throws -> Result? {
        let orientation = declared ?? ImageOrientation(exifValue: Int(stored.orientation)) ?? .up
        let width = Int(stored.width)
        let height = Int(stored.height)
        guard (orientation.swapsSides ? (height, width) : (width, height)) == (drawn.width, drawn.height),
            let layout = drawn.format.packedLayout
        else { return nil }
        let colors = try isGray && drawn.isGray() ? 1 : 3
        let channels = colors + (hasAlpha ? 1 : 0)
        let memory = try PixelMemory.allocate(2 * width * height * channels)
        defer { memory.deallocate() }
        let steps = OrientedSteps(
            pixelSize: Int(stored.channels), rowSize: width * Int(stored.channels), width: width, height: height,
            orientation: orientation)
        let changed = try ChangedPixels(original.pixels, drawn, covered: original.covered())
        try drawn.withPlanes { planes in
            memory.withMemoryRebound(to: UInt16.self, capacity: width * height * channels) { target in
                let writer = Writer(
                    image: self, steps: steps, layout: layout, alpha: drawn.format.alphaOffset, colors: colors)
                changed.withPixels { changed in
                    for y in 0..<drawn.height {
                        writer.write(
                            row: y,
                            changed: UnsafeBufferPointer(rebasing: changed[y * drawn.width..<(y + 1) * drawn.width]),
                            drawing: planes[0].address + y * planes[0].bytesPerRow,
                            to: target + y * drawn.width * channels)
                    }
                }
            }
        }
        var made = LineamentVipsPixels()
        made.bytes = memory
        made.is_deep = true
        made.orientation = 1
        made.width = Int32(drawn.width)
        made.height = Int32(drawn.height)
        made.channels = Int32(channels)
        return try body(&made)
    }

    /// Writes rows of the drawn image.
    private struct Writer {
        let image: DeepImage
        /// The steps from upright pixels to stored samples.
        let steps: OrientedSteps
        let layout: PackedLayout
        /// The place of opacity in a pixel of the drawing.
        let alpha: Int?
        /// The number of channels without opacity.
        let colors: Int

        func write(
            row y: Int, changed: UnsafeBufferPointer<UInt8>, drawing: UnsafeRawPointer,
            to target: UnsafeMutablePointer<UInt16>
        ) {
            let channels = Int(image.stored.channels)
            let offsets = [layout.red, layout.green, layout.blue]
            var to = target
            for x in changed.indices {
                let old = image.samples + steps.place(x: x, y: y)
                let new = (drawing + x * layout.bytesPerPixel).assumingMemoryBound(to: UInt8.self)
                let opacity = alpha.map { new[$0] } ?? 255
                // Translucent pixels come from the drawing, which has only what shows of them.
                let isKept = changed[x] == 0 && opacity == 255 && (!image.hasAlpha || old[channels - 1] >> 8 == 255)
                for channel in 0..<colors {
                    to[channel] = isKept ? old[image.isGray ? 0 : channel] : UInt16(new[offsets[channel]]) * 257
                }
                if image.hasAlpha { to[colors] = isKept ? old[channels - 1] : UInt16(opacity) * 257 }
                to += colors + (image.hasAlpha ? 1 : 0)
            }
        }
    }
}

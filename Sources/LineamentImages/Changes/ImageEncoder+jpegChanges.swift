// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import Foundation
internal import Lineament

extension ImageEncoder {
    /// Returns a copy of a JPEG file with the coefficients of all blocks that the drawing does not touch; `nil` if the file is
    /// damaged, has inks, or has no place for the colors of the drawing.
    /// - Parameters:
    ///   - drawn: The drawing, which is opaque.
    ///   - bytes: The bytes of the original.
    func jpeg(_ drawn: PixelBuffer, over original: DrawnOriginal, _ bytes: UnsafeRawBufferPointer) throws -> Data? {
        let orientation = ImageOrientation(jpeg: bytes) ?? .up
        guard let frame = JPEGFrame(bytes), let layout = drawn.format.packedLayout,
            (orientation.swapsSides ? (frame.height, frame.width) : (frame.width, frame.height))
                == (drawn.width, drawn.height)
        else { return nil }
        let transform = try JPEGTransform()
        guard let color = transform.color(of: bytes), color.count == frame.components.count,
            try color != .gray || drawn.isGray()
        else { return nil }
        let changed = try ChangedPixels(original.pixels, drawn, covered: original.covered())
        let file = try drawn.withPlanes { planes in
            let blocks = ChangedBlocks(
                frame, color, changed, plane: planes[0], layout: layout, orientation: orientation)
            return transform.copy(of: bytes, isProgressive: frame.isProgressive, with: blocks)
        }
        // Tables may change between scans: then these were not those of all components.
        guard var file, file.withUnsafeBytes({ JPEGFrame($0) == frame }) else { return nil }
        file.resetDensity()
        if let profile = original.pixels.embeddedProfile { file = profile.embedded(in: file) }
        if orientation != .up { file = orientation.declared(inJPEG: file) }
        return file
    }
}

extension Data {
    /// The place of the density in a file of libjpeg-turbo, after the version of JFIF and before the size of a thumbnail.
    private static let densityPlace = 13

    /// Replaces the resolution of an original with none, as other copies have it.
    fileprivate mutating func resetDensity() {
        let head: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8)
        guard starts(with: head) else { return }
        // Version 1.1, no unit, pixels that are square.
        replaceSubrange(head.count..<Self.densityPlace + 5, with: [1, 1, 0, 0, 1, 0, 1])
    }
}

extension ImageOrientation {
    /// Returns a JPEG file with an EXIF block that has the orientation and nothing else, after the segment that names the format.
    fileprivate func declared(inJPEG file: Data) -> Data {
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(exifValue), 0, 0]
        let block: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        return JPEGSegments.inserting([(0xe1, Array("Exif\0\0".utf8) + block)], into: file)
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Pixels in memory, with any layout.
final class BitmapPixels: PixelSource {
    let data: Data
    let layout: BitmapLayout
    private let tables: [[UInt8]]?

    /// Takes at least `layout.byteCount` bytes. `tables` has a value for each value of red, green and blue.
    init(_ data: Data, layout: BitmapLayout, tables: [[UInt8]]? = nil) {
        self.data = data
        self.layout = layout
        self.tables = tables
    }

    /// Creates pixels of red, green, blue and alpha without padding, which `fill` writes into zeroed memory.
    convenience init(
        width: Int, height: Int, isOpaque: Bool = false, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void
    ) throws {
        guard let layout = BitmapLayout.rgba(width: width, height: height, isOpaque: isOpaque) else {
            throw PixelError("The sides of an image must be 1 to \(1 << 20) pixels, not \(width)x\(height).")
        }
        let count = width * height * 4
        guard let memory = OwnedBytes(count: count) else {
            throw PixelError("There is not enough memory for a \(width)x\(height) image.")
        }
        let start = memory.address.bindMemory(to: UInt8.self, capacity: count)
        try fill(UnsafeMutableBufferPointer(start: start, count: count))
        let release = Data.Deallocator.custom { _, _ in withExtendedLifetime(memory) {} }
        self.init(Data(bytesNoCopy: memory.address, count: count, deallocator: release), layout: layout)
    }

    /// Creates pixels of red, green, blue and alpha from others.
    convenience init(rgba source: any PixelSource) throws {
        try self.init(width: source.width, height: source.height, isOpaque: source.isOpaque) {
            try source.copyRGBA(to: $0)
        }
    }

    var width: Int { layout.width }
    var height: Int { layout.height }
    var isOpaque: Bool { !layout.hasAlpha }

    func copyRGBA(to bytes: UnsafeMutableBufferPointer<UInt8>) throws {
        guard let target = bytes.baseAddress, bytes.count >= width * height * 4 else {
            throw PixelError("The memory is too small for a \(width)x\(height) image.")
        }
        data.withUnsafeBytes { memory in
            guard let source = memory.bindMemory(to: UInt8.self).baseAddress else { return }
            layout.copyRGBA(from: source, tables: tables, to: target)
        }
    }

    /// Returns the pixels in a rectangle of whole pixels inside of the image, whose origin is the upper left corner.
    func cropped(to part: CGRect) -> BitmapPixels? {
        guard let smaller = layout.resized(width: Int(part.width), height: Int(part.height)) else { return nil }
        var rows = Data(capacity: smaller.byteCount)
        for row in 0..<smaller.height {
            let start =
                data.startIndex + (Int(part.minY) + row) * layout.bytesPerRow
                + Int(part.minX) * layout.bytesPerPixel
            rows.append(data[start..<start + smaller.bytesPerRow])
        }
        return BitmapPixels(rows, layout: smaller, tables: tables)
    }
}

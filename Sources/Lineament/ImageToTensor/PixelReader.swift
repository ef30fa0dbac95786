/// Reads single pixels of an image as red, green and blue.
protocol PixelReader {
    /// The width of the image, in pixels.
    var width: Int { get }
    /// The height of the image, in pixels.
    var height: Int { get }
    /// Returns the red, green and blue levels, 0 to 255, of a pixel inside the image.
    func pixel(x: Int, y: Int) -> SIMD3<Int32>
}

/// Reads pixels whose channels are interleaved in one plane.
struct PackedReader: PixelReader {
    let width: Int
    let height: Int
    let layout: PackedLayout
    let bytes: UnsafePointer<UInt8>
    let bytesPerRow: Int

    init(plane: PixelBuffer.Plane, width: Int, height: Int, layout: PackedLayout) {
        self.width = width
        self.height = height
        self.layout = layout
        bytes = plane.address.assumingMemoryBound(to: UInt8.self)
        bytesPerRow = plane.bytesPerRow
    }

    @inline(__always)
    func pixel(x: Int, y: Int) -> SIMD3<Int32> {
        let at = bytes + y * bytesPerRow + x * layout.bytesPerPixel
        return SIMD3(Int32(at[layout.red]), Int32(at[layout.green]), Int32(at[layout.blue]))
    }
}

/// The byte offsets of the color channels within an interleaved pixel.
package struct PackedLayout: Sendable {
    /// The distance between neighboring pixels, in bytes.
    package let bytesPerPixel: Int
    /// The offset of red, in bytes.
    package let red: Int
    /// The offset of green, in bytes.
    package let green: Int
    /// The offset of blue, in bytes.
    package let blue: Int
}

extension PixelFormat {
    /// The layout of a format with a single plane; `nil` for the others.
    package var packedLayout: PackedLayout? {
        switch self {
        case .gray8: PackedLayout(bytesPerPixel: 1, red: 0, green: 0, blue: 0)
        case .rgb8: PackedLayout(bytesPerPixel: 3, red: 0, green: 1, blue: 2)
        case .rgba8: PackedLayout(bytesPerPixel: 4, red: 0, green: 1, blue: 2)
        case .bgra8: PackedLayout(bytesPerPixel: 4, red: 2, green: 1, blue: 0)
        case .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: nil
        }
    }
}

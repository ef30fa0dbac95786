/// Reads single pixels of one pixel format as red, green, blue.
protocol PixelReader {
    var width: Int { get }
    var height: Int { get }
    func pixel(x: Int, y: Int) -> SIMD3<Int32>
}

/// Pixels whose channels lie side by side.
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

/// Where the colour channels lie inside a packed pixel.
package struct PackedLayout: Sendable {
    package let bytesPerPixel: Int
    package let red: Int
    package let green: Int
    package let blue: Int
}

extension PixelFormat {
    /// The layout of a format with a single plane; nil for the others.
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

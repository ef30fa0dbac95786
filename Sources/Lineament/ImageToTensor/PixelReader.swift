// SPDX-License-Identifier: Apache-2.0

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

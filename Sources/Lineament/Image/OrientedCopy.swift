// SPDX-License-Identifier: Apache-2.0

/// Copies a plane of a stored image in the order in which its pixels are displayed.
package struct OrientedCopy {
    /// The stored pixel displayed in the upper left corner.
    private let first: UnsafeRawPointer
    /// The distance in bytes from a stored pixel to the one displayed to its right.
    private let across: Int
    /// The distance in bytes from a stored pixel to the one displayed below it.
    private let down: Int
    private let width: Int
    private let height: Int
    private let pixelSize: Int

    /// Columns shown that are written together. Where they come from as many stored rows, these must stay in the cache.
    private let blockWidth: Int

    /// - Parameters:
    ///   - pixelSize: The size of a pixel of the plane, 1 to 4 bytes.
    ///   - storedWidth: The width of the plane as stored, in pixels, and likewise `storedHeight`.
    package init(
        plane: PixelBuffer.Plane, pixelSize: Int, storedWidth: Int, storedHeight: Int, orientation: ImageOrientation
    ) {
        let steps = OrientedSteps(
            pixelSize: pixelSize, rowSize: plane.bytesPerRow, width: storedWidth, height: storedHeight,
            orientation: orientation)
        across = steps.across
        down = steps.down
        first = plane.address + steps.start
        self.pixelSize = pixelSize
        (width, height) = orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        blockWidth = orientation.swapsSides ? 32 : width
    }

    /// Writes the pixels row by row, without padding.
    package func write(to target: UnsafeMutablePointer<UInt8>) {
        switch pixelSize {
        case 1: write(UInt8.self, to: target)
        case 2: write(UInt16.self, to: target)
        case 3: write(ThreeBytes.self, to: target)
        default: write(UInt32.self, to: target)
        }
    }

    @inline(__always)
    private func write<Pixel: BitwiseCopyable>(_: Pixel.Type, to target: UnsafeMutablePointer<UInt8>) {
        let size = MemoryLayout<Pixel>.size
        let target = UnsafeMutableRawPointer(target)
        for left in stride(from: 0, to: width, by: blockWidth) {
            let count = min(blockWidth, width - left)
            for y in 0..<height {
                var from = first + left * across + y * down
                var to = target + (y * width + left) * size
                for _ in 0..<count {
                    to.storeBytes(of: from.loadUnaligned(as: Pixel.self), as: Pixel.self)
                    from += across
                    to += size
                }
            }
        }
    }
}

/// A pixel with three channels.
private struct ThreeBytes: BitwiseCopyable {
    var bytes: (UInt8, UInt8, UInt8)
}

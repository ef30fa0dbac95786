// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension PixelBuffer {
    /// Returns the pixels as stored, without the rotation that is applied when they are read. Nothing is copied.
    func asStored() throws -> PixelBuffer {
        guard turn != .none else { return self }
        let (width, height) = turn.swapsSides ? (self.height, self.width) : (self.width, self.height)
        return try withStoredPlanes { planes in
            try PixelBuffer(
                unowned: planes, width: width, height: height, format: format, colorMatrix: colorMatrix,
                release: { withExtendedLifetime(self) {} })
        }
    }

    /// Returns the frame as stored, given the orientation from which a reader made it upright. Only rotations that it
    /// applies when the pixels are read are undone without a copy.
    func asStored(before orientation: ImageOrientation) throws -> PixelBuffer {
        if turn == .none { return try upright(from: orientation.inverse) }
        return orientation.isMirrored ? try asStored().upright(from: .upMirrored) : try asStored()
    }

    /// Creates a gray image, whose rows without padding `fill` writes.
    static func gray(
        _ width: Int, _ height: Int, fill: (UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws -> PixelBuffer {
        try packed(width, height, .gray8, fill: fill)
    }

    /// Creates an image in a format without chroma planes, whose rows without padding `fill` writes.
    static func packed(
        _ width: Int, _ height: Int, _ format: PixelFormat, fill: (UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws -> PixelBuffer {
        let memory = try PixelMemory.allocate(format.minimumBytesPerRow(plane: 0, width: width) * height)
        do {
            try fill(memory)
        } catch {
            memory.deallocate()
            throw error
        }
        return try PixelBuffer(owning: memory, width: width, height: height, format: format) { $0.deallocate() }
    }

    /// Returns upright pixels as bytes without padding.
    /// - Parameter order: For each byte of a pixel 0 for red, 1 for green, 2 for blue, 3 for an opaque alpha.
    func packedBytes(order: [Int]) throws -> [UInt8] {
        let count = width * height * order.count
        return try [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
            if let start = bytes.baseAddress {
                try copyPacked(order: order, to: start, bytesPerRow: width * order.count)
            }
            written = count
        }
    }

    /// Writes upright pixels.
    /// - Parameters:
    ///   - order: For each byte of a pixel 0 for red, 1 for green, 2 for blue, 3 for an opaque alpha.
    ///   - target: Where the first row begins.
    ///   - bytesPerRow: The distance between the starts of two rows, in bytes.
    func copyPacked(order: [Int], to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) throws {
        let rgb = try convertedToRGB()
        guard let layout = rgb.format.packedLayout else { return }
        let step = layout.bytesPerPixel
        let size = order.count
        let offsets = [layout.red, layout.green, layout.blue]
        try rgb.withPlanes { planes in
            for y in 0..<rgb.height {
                let row = planes[0].address.assumingMemoryBound(to: UInt8.self) + y * planes[0].bytesPerRow
                let to = target + y * bytesPerRow
                for (byte, channel) in order.enumerated() {
                    if channel == 3 {
                        for x in 0..<rgb.width { to[x * size + byte] = 255 }
                    } else {
                        let from = row + offsets[channel]
                        for x in 0..<rgb.width { to[x * size + byte] = from[x * step] }
                    }
                }
            }
        }
    }

    /// Returns the image reduced to a size, each pixel the mean of those that it stands for.
    func reduced(width: Int, height: Int) throws -> PixelBuffer {
        let source = try packedBytes(order: [0, 1, 2])
        let fromWidth = self.width
        let fromHeight = self.height
        return try PixelBuffer.packed(width, height, .rgb8) { target in
            for y in 0..<height {
                let rows = y * fromHeight / height..<max(y * fromHeight / height + 1, (y + 1) * fromHeight / height)
                for x in 0..<width {
                    let left = x * fromWidth / width
                    let columns = left..<max(left + 1, (x + 1) * fromWidth / width)
                    var sum = (0, 0, 0)
                    for row in rows {
                        for column in columns {
                            let at = (row * fromWidth + column) * 3
                            sum.0 += Int(source[at])
                            sum.1 += Int(source[at + 1])
                            sum.2 += Int(source[at + 2])
                        }
                    }
                    let count = rows.count * columns.count
                    let to = (y * width + x) * 3
                    target[to] = UInt8((sum.0 + count / 2) / count)
                    target[to + 1] = UInt8((sum.1 + count / 2) / count)
                    target[to + 2] = UInt8((sum.2 + count / 2) / count)
                }
            }
        }
    }
}

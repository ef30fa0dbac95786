extension PixelBuffer {
    /// Returns an upright copy of a packed image in the same format; the image itself for `.up`.
    /// - Parameter orientation: The rotation and mirroring that make the stored image upright.
    /// - Throws: ``LineamentError`` with code `unimplemented` if the format has chroma planes.
    package func upright(from orientation: ImageOrientation) throws -> PixelBuffer {
        guard orientation != .up else { return self }
        guard let layout = format.packedLayout else {
            throw LineamentError(.unimplemented, "Images of format \(format) cannot be rotated; convert to RGB first.")
        }
        let (width, height) = orientation.swapsSides ? (self.height, self.width) : (self.width, self.height)
        return try PixelBuffer(width: width, height: height, format: format) { target in
            try withPlanes { planes in
                let copy = OrientedCopy(
                    plane: planes[0], pixelSize: layout.bytesPerPixel, storedWidth: self.width,
                    storedHeight: self.height, orientation: orientation)
                switch layout.bytesPerPixel {
                case 1: copy.write(UInt8.self, to: target)
                case 3: copy.write(ThreeBytes.self, to: target)
                default: copy.write(UInt32.self, to: target)
                }
            }
        }
    }
}

extension PixelBuffer {
    /// Returns an image whose planes are stored as they are shown: a copy if it is rotated when it is read.
    func storedUpright() throws -> PixelBuffer {
        guard turn != .none else { return self }
        let (width, height) = turn.swapsSides ? (self.height, self.width) : (self.width, self.height)
        let copy = try PixelBuffer(width: self.width, height: self.height, format: format) { target in
            var target = target
            withStoredPlanes { planes in
                for (index, plane) in planes.enumerated() {
                    let hasPairs = planes.count == 2 && index == 1
                    let copy = OrientedCopy(
                        plane: plane, pixelSize: hasPairs ? 2 : 1, storedWidth: index == 0 ? width : (width + 1) / 2,
                        storedHeight: format.rows(plane: index, height: height), orientation: turn.orientation)
                    hasPairs ? copy.write(UInt16.self, to: target) : copy.write(UInt8.self, to: target)
                    target += format.byteCount(plane: index, width: self.width, height: self.height)
                }
            }
        }
        return PixelBuffer(sharing: copy, colorMatrix: colorMatrix)
    }
}

/// A pixel with three channels.
private struct ThreeBytes: BitwiseCopyable {
    var bytes: (UInt8, UInt8, UInt8)
}

/// Copies a stored image in the order in which its pixels are displayed.
private struct OrientedCopy {
    /// The stored pixel displayed in the upper left corner.
    private let first: UnsafeRawPointer
    /// The distance in bytes from a stored pixel to the one displayed to its right.
    private let across: Int
    /// The distance in bytes from a stored pixel to the one displayed below it.
    private let down: Int
    private let width: Int
    private let height: Int

    /// Columns shown that are written together. Where they come from as many stored rows, these must stay in the cache.
    private let blockWidth: Int

    init(
        plane: PixelBuffer.Plane, pixelSize: Int, storedWidth: Int, storedHeight: Int, orientation: ImageOrientation
    ) {
        let row = plane.bytesPerRow
        let right = (storedWidth - 1) * pixelSize
        let bottom = (storedHeight - 1) * row
        let steps: (start: Int, across: Int, down: Int) =
            switch orientation {
            case .up: (0, pixelSize, row)
            case .down: (right + bottom, -pixelSize, -row)
            case .left: (right, row, -pixelSize)
            case .right: (bottom, -row, pixelSize)
            case .upMirrored: (right, -pixelSize, row)
            case .downMirrored: (bottom, pixelSize, -row)
            case .leftMirrored: (0, row, pixelSize)
            case .rightMirrored: (right + bottom, -row, -pixelSize)
            }
        across = steps.across
        down = steps.down
        first = plane.address + steps.start
        (width, height) = orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        blockWidth = orientation.swapsSides ? 32 : width
    }

    /// Writes the pixels row by row, without padding.
    @inline(__always)
    func write<Pixel: BitwiseCopyable>(_: Pixel.Type, to target: UnsafeMutablePointer<UInt8>) {
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

extension PixelBuffer {
    /// Returns an upright copy in the same format; the image itself for `.up`.
    /// - Parameter orientation: The rotation and mirroring that make the image upright.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    package func upright(from orientation: ImageOrientation) throws -> PixelBuffer {
        guard orientation != .up else { return self }
        return try whole().storedUpright().copyOfPlanes(from: orientation)
    }

    /// Returns an upright image in the same format. Of formats with chroma planes, rotations are applied when the pixels are
    /// read, and only what is mirrored is copied.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    package func shownUpright(from orientation: ImageOrientation) throws -> PixelBuffer {
        guard format.planeCount > 1, turn == .none else { return try upright(from: orientation) }
        let unmirrored = orientation.isMirrored ? try copyOfPlanes(from: .upMirrored) : self
        let turn = QuarterTurn(orientation.withoutMirroring) ?? .none
        return turn == .none ? unmirrored : try unmirrored.turned(turn)
    }

    /// Returns an image whose planes are stored as they are shown: a copy if it is rotated when it is read.
    func storedUpright() throws -> PixelBuffer {
        turn == .none ? self : try copyOfPlanes(from: turn.orientation)
    }

    /// Returns a copy of the planes as stored, made upright.
    private func copyOfPlanes(from orientation: ImageOrientation) throws -> PixelBuffer {
        let (storedWidth, storedHeight) = turn.swapsSides ? (height, width) : (width, height)
        let (width, height) = orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        let copy = try PixelBuffer(width: width, height: height, format: format) { target in
            var target = target
            withStoredPlanes { planes in
                for (index, plane) in planes.enumerated() {
                    OrientedCopy(
                        plane: plane, pixelSize: format.minimumBytesPerRow(plane: index, width: 1),
                        storedWidth: index == 0 ? storedWidth : (storedWidth + 1) / 2,
                        storedHeight: format.rows(plane: index, height: storedHeight), orientation: orientation
                    ).write(to: target)
                    target += format.byteCount(plane: index, width: width, height: height)
                }
            }
        }
        return PixelBuffer(sharing: copy, colorMatrix: colorMatrix, colorProfile: colorProfile)
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
    private let pixelSize: Int

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
        self.pixelSize = pixelSize
        (width, height) = orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
        blockWidth = orientation.swapsSides ? 32 : width
    }

    /// Writes the pixels row by row, without padding.
    func write(to target: UnsafeMutablePointer<UInt8>) {
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

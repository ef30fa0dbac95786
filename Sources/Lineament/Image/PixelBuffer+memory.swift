// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// Creates an image without row padding, whose planes `fill` writes one after the other.
    package convenience init(
        width: Int, height: Int, format: PixelFormat = .rgb8, fill: (UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws {
        let sizes = (0..<format.planeCount).map { format.byteCount(plane: $0, width: width, height: height) }
        let bytes = try PixelMemory.allocate(sizes.reduce(0, +))
        do {
            try fill(bytes)
        } catch {
            bytes.deallocate()
            throw error
        }
        try self.init(owning: bytes, width: width, height: height, format: format) { $0.deallocate() }
    }

    /// Creates an image from memory that it takes ownership of: its planes one after the other, without row padding.
    /// - Parameter release: Frees the memory: when the image is released, or before this initializer throws.
    package convenience init(
        owning memory: UnsafeMutablePointer<UInt8>, width: Int, height: Int, format: PixelFormat,
        release: @escaping @Sendable (UnsafeMutablePointer<UInt8>) -> Void
    ) throws {
        let owner = OwnedMemory(address: memory, release: release)
        var start = UnsafeRawPointer(memory)
        let planes = (0..<format.planeCount).map { index in
            defer { start += format.byteCount(plane: index, width: width, height: height) }
            return Plane(address: start, bytesPerRow: format.minimumBytesPerRow(plane: index, width: width))
        }
        try self.init(unowned: planes, width: width, height: height, format: format) {
            withExtendedLifetime(owner) {}
        }
    }
}

extension PixelFormat {
    /// Returns the number of bytes in `plane`, without row padding.
    func byteCount(plane: Int, width: Int, height: Int) -> Int {
        minimumBytesPerRow(plane: plane, width: width) * rows(plane: plane, height: height)
    }
}

/// Memory that is freed with the last reference to it.
private final class OwnedMemory: @unchecked Sendable {
    // Sound: the address never changes, and `release` is called once, in `deinit`.
    private let address: UnsafeMutablePointer<UInt8>
    private let release: @Sendable (UnsafeMutablePointer<UInt8>) -> Void

    init(address: UnsafeMutablePointer<UInt8>, release: @escaping @Sendable (UnsafeMutablePointer<UInt8>) -> Void) {
        self.address = address
        self.release = release
    }

    deinit { release(address) }
}

extension PixelBuffer {
    /// Checks the size that a file or stream declares before memory is allocated for it.
    /// - Parameters:
    ///   - width: The declared width, in pixels.
    ///   - height: The declared height, in pixels.
    ///   - maxPixels: The maximum number of pixels.
    ///   - name: The name of the file or stream in error messages.
    /// - Throws: ``LineamentError`` with code `dataLoss` if the size is impossible, or `resourceExhausted` if it
    ///   exceeds a limit.
    package static func checkSize(width: Int, height: Int, maxPixels: Int, of name: String) throws {
        guard width > 0, height > 0 else {
            throw LineamentError.damaged(name, "it claims to be \(width)x\(height) pixels")
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= maxPixels, width <= maximumSide, height <= maximumSide else {
            throw LineamentError(
                .resourceExhausted,
                "\(name) is \(width)x\(height) pixels; the limits are \(maxPixels) pixels "
                    + "(maxPixels, --max-pixels) and \(maximumSide) pixels a side.")
        }
    }
}

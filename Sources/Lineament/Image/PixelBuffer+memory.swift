extension PixelBuffer {
    /// Creates a packed image without row padding, whose pixels `fill` writes row by row.
    convenience init(
        width: Int, height: Int, format: PixelFormat = .rgb8, fill: (UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws {
        let bytes = try PixelMemory.allocate(format.minimumBytesPerRow(plane: 0, width: width) * height)
        do {
            try fill(bytes)
        } catch {
            bytes.deallocate()
            throw error
        }
        try self.init(owning: bytes, width: width, height: height, format: format) { $0.deallocate() }
    }

    /// Creates a packed image without row padding from memory that the image takes ownership of.
    /// - Parameter release: Frees the memory: when the image is released, or before this initializer throws.
    package convenience init(
        owning memory: UnsafeMutablePointer<UInt8>, width: Int, height: Int, format: PixelFormat,
        release: @escaping @Sendable (UnsafeMutablePointer<UInt8>) -> Void
    ) throws {
        let owner = OwnedMemory(address: memory, release: release)
        let plane = Plane(
            address: UnsafeRawPointer(memory), bytesPerRow: format.minimumBytesPerRow(plane: 0, width: width))
        try self.init(unowned: [plane], width: width, height: height, format: format) {
            withExtendedLifetime(owner) {}
        }
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

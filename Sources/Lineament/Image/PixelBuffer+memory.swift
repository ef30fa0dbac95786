extension PixelBuffer {
    /// Creates a packed image without row padding, whose pixels `fill` writes row by row.
    convenience init(
        width: Int, height: Int, format: PixelFormat = .rgb8, fill: (UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws {
        let bytes = PixelMemory.allocate(format.minimumBytesPerRow(plane: 0, width: width) * height)
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

extension PixelBuffer {
    /// An RGB picture that `fill` writes, row by row without padding.
    convenience init(
        width: Int, height: Int, fill: (UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3)
        let start = UInt(bitPattern: bytes)
        do {
            try fill(bytes)
        } catch {
            bytes.deallocate()
            throw error
        }
        try self.init(
            unowned: [Plane(address: UnsafeRawPointer(bytes), bytesPerRow: width * 3)], width: width, height: height,
            format: .rgb8
        ) { UnsafeMutableRawPointer(bitPattern: start)?.deallocate() }
    }
}

internal import CMediaShims
internal import Lineament

/// libvips, opened and started on first use.
enum Vips {
    private static let missing = lineament_vips_load().map { String(cString: $0) }
    private static let isStarted = lineament_vips_start()

    /// - Throws: ``LineamentError`` with code `notFound` where it is not installed.
    static func start() throws {
        if let missing {
            throw LineamentError(
                .notFound,
                "Pictures that are no JPEG need libvips, and \(missing) is not there. Install it (`make setup`, or "
                    + "apt-get install libvips-dev).")
        }
        guard isStarted else { throw LineamentError(.internal, "libvips could not be started.") }
    }

    /// Calls `body` with room for a message, and returns the status and the message.
    static func withMessage(
        _ body: (UnsafeMutablePointer<CChar>?, Int) -> LineamentVipsStatus
    ) -> (status: LineamentVipsStatus, message: String) {
        var text = [CChar](repeating: 0, count: 512)
        let status = text.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (status, bytes.isEmpty ? "it cannot be decoded" : String(decoding: bytes, as: UTF8.self))
    }
}

extension PixelBuffer {
    /// Calls `body` with packed pixels in the form that libvips takes: gray, RGB or RGBA without padding.
    func withPicture<Result>(_ body: (inout LineamentPicture) throws -> Result) throws -> Result {
        var (bytes, channels) = try packedPixels()
        let (width, height) = (Int32(self.width), Int32(self.height))
        return try bytes.withUnsafeMutableBufferPointer { memory in
            var picture = LineamentPicture(
                bytes: memory.baseAddress, width: width, height: height, channels: Int32(channels))
            return try body(&picture)
        }
    }

    /// The pixels row by row without padding, blue and red exchanged where that is needed.
    private func packedPixels() throws -> (bytes: [UInt8], channels: Int) {
        let channels = format.minimumBytesPerRow(plane: 0, width: 1)
        guard format.planeCount == 1 else {
            throw LineamentError(.unimplemented, "A picture of format \(format) cannot be turned or encoded.")
        }
        let rowLength = width * channels
        var bytes = [UInt8]()
        bytes.reserveCapacity(rowLength * height)
        withPlanes { planes in
            for row in 0..<height {
                let start = planes[0].address + row * planes[0].bytesPerRow
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: rowLength))
            }
        }
        if format == .bgra8 {
            for pixel in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(pixel, pixel + 2) }
        }
        return (bytes, channels)
    }
}

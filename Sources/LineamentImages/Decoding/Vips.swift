// SPDX-License-Identifier: Apache-2.0
internal import CLineamentVips
internal import Lineament

/// The libvips library, opened and started on first use.
enum Vips {
    /// Opens libvips; call it before every use. A failure is not cached, so that a program need not be restarted after
    /// libvips is installed.
    /// - Throws: `LineamentError` with code `notFound` if it is not installed, or `failedPrecondition` in a process that
    ///   was forked after the library had been opened.
    static func open() throws {
        guard lineament_vips_survived_fork() else {
            throw LineamentError(
                .failedPrecondition,
                "libvips, which decodes every format except JPEG and BMP, was initialized before this process was forked, and "
                    + "its threads do not survive a fork. Start processes without fork (in Python, multiprocessing's "
                    + "\"spawn\" or \"forkserver\"), or fork before decoding the first such image.")
        }
        guard let name = lineament_vips_open() else { return }
        let missing = String(cString: name)
        let library = String(cString: lineament_vips_library())
        let isNeeded = missing != library && missing.contains(".so")
        throw LineamentError(
            .notFound,
            "PNG, WebP, GIF, TIFF, PNM, HEIC, AVIF and JPEG XL need libvips 8.13 or later, and "
                + (isNeeded ? "\(missing), which \(library) needs, was " : "\(missing) was ")
                + "not found. Install it (Debian, Ubuntu: apt-get install libvips42; Fedora: dnf install vips; Arch: pacman -S "
                + "libvips). Ubuntu 22.04 has only an older version.",
            underlyingError: MissingLibrary("libvips"))
    }

    /// The version of libvips, such as "8.18.3"; it must be open.
    static var version: String { (0...2).map { "\(lineament_vips_version(Int32($0)))" }.joined(separator: ".") }

    /// Calls `body` with a buffer for a message and returns the status and the message.
    static func withMessage(
        _ body: (UnsafeMutablePointer<CChar>, Int) -> LineamentVipsStatus
    ) -> (status: LineamentVipsStatus, message: String) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            guard let start = text.baseAddress else { return (LINEAMENT_VIPS_FAILED, "") }
            start.initialize(repeating: 0, count: text.count)
            let status = body(start, text.count)
            return (status, start.pointee == 0 ? "it cannot be decoded" : String(cString: start))
        }
    }
}

extension PixelBuffer {
    /// Takes ownership of pixels that libvips allocated.
    convenience init?(_ pixels: LineamentVipsPixels) throws {
        guard let bytes = pixels.bytes else { return nil }
        guard pixels.channels != 2 else {
            defer { lineament_vips_free(bytes) }
            try self.init(grayAndAlpha: bytes, width: Int(pixels.width), height: Int(pixels.height))
            return
        }
        let format: PixelFormat =
            switch pixels.channels {
            case 1: .gray8
            case 3: .rgb8
            default: .rgba8
            }
        try self.init(owning: bytes, width: Int(pixels.width), height: Int(pixels.height), format: format) {
            lineament_vips_free($0)
        }
    }

    /// Creates an image in `rgba8` from gray pixels with alpha, for which there is no format.
    private convenience init(grayAndAlpha bytes: UnsafePointer<UInt8>, width: Int, height: Int) throws {
        try self.init(width: width, height: height, format: .rgba8) { target in
            for pixel in 0..<width * height {
                let from = bytes + 2 * pixel
                let to = target + 4 * pixel
                for channel in 0..<3 { to[channel] = from[0] }
                to[3] = from[1]
            }
        }
    }

    /// Calls `body` with packed pixels in libvips's layout: gray, RGB or RGBA without padding.
    func withVipsPixels<Result>(_ body: (inout LineamentVipsPixels) throws -> Result) throws -> Result {
        guard let channels = format.packedLayout?.bytesPerPixel else {
            throw LineamentError(.unimplemented, "Images in format \(format) cannot be encoded.")
        }
        let rowLength = width * channels
        let bytes = try PixelMemory.allocate(rowLength * height)
        defer { bytes.deallocate() }
        try withPlanes { planes in
            for row in 0..<height {
                UnsafeMutableRawPointer(bytes + row * rowLength).copyMemory(
                    from: planes[0].address + row * planes[0].bytesPerRow, byteCount: rowLength)
            }
        }
        if format == .bgra8 {
            for pixel in stride(from: 0, to: rowLength * height, by: 4) {
                swap(&bytes[pixel], &bytes[pixel + 2])
            }
        }
        var pixels = LineamentVipsPixels()
        pixels.bytes = bytes
        pixels.width = Int32(width)
        pixels.height = Int32(height)
        pixels.channels = Int32(channels)
        pixels.orientation = 1
        return try body(&pixels)
    }
}

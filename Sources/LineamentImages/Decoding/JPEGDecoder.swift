// SPDX-License-Identifier: Apache-2.0
internal import CLineamentTurboJPEG
internal import Foundation
internal import Lineament
internal import Logging

/// A JPEG decoder that uses libjpeg-turbo.
struct JPEGDecoder {
    private let context: DecodingContext
    private let library: LineamentTurboJPEG

    /// Opens libjpeg-turbo.
    /// - Throws: `LineamentError` with code `notFound` if it is not installed.
    init(_ context: DecodingContext) throws {
        self.context = context
        library = try TurboJPEG.library()
    }

    /// Decodes a file.
    /// - Parameter reduction: the factor by which each side is reduced: 1, 2, 4 or 8.
    func decode(_ bytes: UnsafeRawBufferPointer, reduction: Int = 1) throws -> PixelBuffer {
        try withDecompressor { handle in
            let header = try readHeader(handle, bytes).reduced(by: reduction)
            let pixels = try decode(handle, bytes, header)
            return try pixels.upright(from: orientation(bytes))
        }
    }

    /// Returns the size of the upright image, or `nil` if the pixels of a reduced image would not align with it.
    func reducibleSize(_ bytes: UnsafeRawBufferPointer) throws -> (width: Int, height: Int)? {
        let header = try withDecompressor { try readHeader($0, bytes) }
        let orientation = orientation(bytes)
        guard orientation == .up || (header.width % 8 == 0 && header.height % 8 == 0) else { return nil }
        return orientation.swapsSides ? (header.height, header.width) : (header.width, header.height)
    }

    /// Returns the largest reduction that leaves enough resolution to detect faces and to locate landmarks in a
    /// portrait.
    static func reduction(of size: (width: Int, height: Int)) -> Int {
        let minSide = 1000
        return [8, 4, 2].first { max(size.width, size.height) / $0 >= minSide } ?? 1
    }

    private func orientation(_ bytes: UnsafeRawBufferPointer) -> ImageOrientation {
        context.appliesOrientation ? ImageOrientation(jpeg: bytes) ?? .up : .up
    }

    private func withDecompressor<Result>(_ body: (tjhandle) throws -> Result) throws -> Result {
        guard let handle = library.tjInitDecompress() else {
            throw LineamentError(.internal, "libjpeg-turbo could not be initialized: \(library.message(nil))")
        }
        defer { _ = library.tjDestroy(handle) }
        return try body(handle)
    }

    private struct Header {
        var width: Int
        var height: Int
        var colorspace: Int32

        func reduced(by reduction: Int) -> Header {
            var header = self
            header.width = (width + reduction - 1) / reduction
            header.height = (height + reduction - 1) / reduction
            return header
        }
    }

    private func readHeader(_ handle: tjhandle, _ bytes: UnsafeRawBufferPointer) throws -> Header {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorspace: Int32 = 0
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        let status = library.tjDecompressHeader3(
            handle, start, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
        if status != 0 {
            let message = library.message(handle)
            // The decoder itself has no need of the subsampling, which it has a name for only if it is a usual one.
            let isUnusual = message.contains("Could not determine subsampling")
            guard isUnusual || library.isComplete(handle, message: message) else {
                throw context.failure(LineamentTurboJPEG.explanation(of: message))
            }
        }
        guard width > 0 else { throw context.damaged("it ends before the image data") }
        try context.checkSize(width: Int(width), height: Int(height))
        try checkScans(bytes, pixels: Int(width) * Int(height))
        return Header(width: Int(width), height: Int(height), colorspace: colorspace)
    }

    /// The scans that an image of any size may have; encoders write about ten.
    private static let usualScans = 32
    /// The pixels of all scans together that an image with more scans may have.
    private static let maxScannedPixels = 640_000_000

    /// Refuses a small file that takes minutes: each scan takes the time of a whole image, even one of a hundred bytes.
    private func checkScans(_ bytes: UnsafeRawBufferPointer, pixels: Int) throws {
        let limit = max(Self.usualScans, Self.maxScannedPixels / max(1, pixels))
        guard JPEGSegments.scanCount(bytes, upTo: limit + 1) <= limit else {
            throw LineamentError(
                .resourceExhausted,
                "\(context.name) has more than \(limit) scans, the limit for its size: each takes the time of a whole image. "
                    + "Save it again with a usual program.")
        }
    }

    private func decode(
        _ handle: tjhandle, _ bytes: UnsafeRawBufferPointer, _ header: Header
    ) throws -> PixelBuffer {
        switch header.colorspace {
        case Int32(TJCS_GRAY.rawValue):
            return try decode(handle, bytes, header, into: TJPF_GRAY, format: .gray8)
        case Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue):
            let (ink, count) = try decompress(handle, bytes, header, into: TJPF_CMYK, bytesPerPixel: 4)
            Self.convertInk(ink, pixels: count / 4)
            return try PixelBuffer(
                owning: ink, width: header.width, height: header.height, format: .rgba8
            ) { $0.deallocate() }
        default:
            return try decode(handle, bytes, header, into: TJPF_RGB, format: .rgb8)
        }
    }

    private func decode(
        _ handle: tjhandle, _ bytes: UnsafeRawBufferPointer, _ header: Header, into layout: TJPF,
        format: PixelFormat
    ) throws -> PixelBuffer {
        let (memory, _) = try decompress(
            handle, bytes, header, into: layout, bytesPerPixel: format == .gray8 ? 1 : 3)
        return try PixelBuffer(owning: memory, width: header.width, height: header.height, format: format) {
            $0.deallocate()
        }
    }

    private func decompress(
        _ handle: tjhandle, _ bytes: UnsafeRawBufferPointer, _ header: Header, into layout: TJPF,
        bytesPerPixel: Int
    ) throws -> (memory: UnsafeMutablePointer<UInt8>, count: Int) {
        let count = header.width * header.height * bytesPerPixel
        let memory = try PixelMemory.allocate(count)
        // So that whatever a damaged file leaves out is black, not what the memory held before.
        memory.initialize(repeating: 0, count: count)
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        let status = library.tjDecompress2(
            handle, start, UInt(bytes.count), memory, Int32(header.width), 0, Int32(header.height),
            Int32(layout.rawValue), TJFLAG_LIMITSCANS)
        if status != 0 {
            let message = library.message(handle)
            guard library.isComplete(handle, message: message), !Self.isCut(bytes, warning: message) else {
                memory.deallocate()
                throw context.failure(LineamentTurboJPEG.explanation(of: message))
            }
            Logger(label: "lineament.images").warning(
                "\(context.name) was read, but \(LineamentTurboJPEG.explanation(of: message)).")
        }
        return (memory, count)
    }

    /// Returns whether the file is truncated. The decoder reports only its first warning, so the end marker is checked
    /// too: the image's, which comes after its scans begin, not that of a thumbnail before them.
    private static func isCut(_ bytes: UnsafeRawBufferPointer, warning: String) -> Bool {
        if warning.contains("Premature end of JPEG file") { return true }
        let scans = JPEGSegments.imageData(bytes)
        return !zip(scans, scans.dropFirst()).contains { $0 == 0xff && $1 == 0xd9 }
    }

    /// Converts CMYK to RGB in place. Inks are taken to be inverted, as Adobe's programs store them, even without
    /// Adobe's marker; Pillow does the same.
    private static func convertInk(_ memory: UnsafeMutablePointer<UInt8>, pixels: Int) {
        for pixel in 0..<pixels {
            let at = memory + 4 * pixel
            for channel in 0..<3 { at[channel] = product(at[channel], at[3]) }
            at[3] = 255
        }
    }

    /// Returns black minus ink times black, in fractions of 255 and with Pillow's rounding.
    private static func product(_ inverseInk: UInt8, _ inverseBlack: UInt8) -> UInt8 {
        let ink = Int32(255 - inverseInk) * Int32(inverseBlack) + 128
        return UInt8(max(0, Int32(inverseBlack) - ((ink >> 8) + ink) >> 8))
    }
}

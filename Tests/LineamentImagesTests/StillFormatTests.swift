// SPDX-License-Identifier: Apache-2.0
import CLineamentTurboJPEG
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// The sample photo in each format that is read, in files made at test time, against the pixels that they were made from.
@Suite struct StillFormatTests {
    /// A kind of file.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        /// The pixels that the file should have.
        var shown: @Sendable (DerivedPixels) -> DerivedPixels = { $0 }
        /// The largest mean difference of a value, which is 0 where nothing is lost.
        var tolerance = 0.0
        /// The largest distance of a landmark from those of the photo, in pixels; `nil` if too little of it is left.
        var landmarks: Float? = 0
        let file: @Sendable (DerivedPixels) throws -> Data

        var testDescription: String { name }
    }

    private static let photo = Result { try DerivedPixels.sample() }
    private static let landmarker = Result { try FaceLandmarker(options: FaceLandmarkerOptions()) }

    /// The JPEG files. Here and below, the limits are about one and a half times the measured differences; in shades of gray,
    /// landmarks move by 1.6 px.
    static let jpegs: [Kind] = [
        Kind(name: "JPEG 4:4:4", tolerance: 2.5, landmarks: 0.7) { try StillFile.jpeg($0, TJSAMP_444) },
        Kind(name: "JPEG 4:2:2", tolerance: 3, landmarks: 0.7) { try StillFile.jpeg($0, TJSAMP_422) },
        Kind(name: "JPEG 4:2:0", tolerance: 3, landmarks: 0.7) { try StillFile.jpeg($0, TJSAMP_420) },
        Kind(name: "JPEG 4:4:0", tolerance: 3, landmarks: 0.7) { try StillFile.jpeg($0, TJSAMP_440) },
        Kind(name: "JPEG 4:1:1", tolerance: 3.6, landmarks: 0.7) { try StillFile.jpeg($0, TJSAMP_411) },
        Kind(name: "JPEG gray", shown: { $0.gray() }, tolerance: 1.7, landmarks: 2.5) {
            try StillFile.jpeg($0, TJSAMP_GRAY)
        },
        Kind(name: "JPEG progressive", tolerance: 3, landmarks: 0.7) {
            try StillFile.jpeg($0, TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
        },
        Kind(name: "JPEG in four inks", tolerance: 2.5, landmarks: 0.7) { try StillFile.cmykJPEG($0) },
        Kind(name: "JPEG, coarse, with restarts", tolerance: 7, landmarks: 2) {
            try StillFile.vips($0, ".jpg[Q=30,optimize_coding,restart_interval=4]")
        },
        Kind(name: "JPEG with a long EXIF segment", tolerance: 2.5, landmarks: 0.7) {
            EXIF.jpeg(try StillFile.jpeg($0, TJSAMP_444), orientation: 1, padding: 60_000)
        },
        Kind(name: "JPEG with bytes after its end", tolerance: 2.5, landmarks: 0.7) {
            try StillFile.jpeg($0, TJSAMP_444) + Data(repeating: 0x2a, count: 5000)
        },
    ]

    /// The PNG files, in all depths and kinds of pixels.
    static let pngs: [Kind] = [
        Kind(name: "PNG") { PNGFile($0).data },
        Kind(name: "PNG, compressed and filtered") { try StillFile.vips($0, ".png[filter=all]") },
        Kind(name: "PNG, interlaced") {
            var file = PNGFile($0)
            file.isInterlaced = true
            return file.data
        },
        Kind(name: "PNG with alpha") { pixels in
            PNGFile(
                width: pixels.width, height: pixels.height, color: .rgba, samples: pixels.withAlpha.map(UInt16.init)
            ).data
        },
        Kind(name: "PNG, 16 bits") { deep($0, .rgb, $0.bytes) },
        Kind(name: "PNG, 16 bits, with alpha") { deep($0, .rgba, $0.withAlpha) },
        Kind(name: "PNG, gray", shown: { $0.gray() }, landmarks: 2.5) { gray($0, bits: 8) { $0 } },
        Kind(name: "PNG, gray, 16 bits", shown: { $0.gray() }, landmarks: 2.5) { deep($0, .gray, $0.gray().shades) },
        Kind(name: "PNG, gray with alpha", shown: { $0.gray() }, landmarks: 2.5) { pixels in
            PNGFile(
                width: pixels.width, height: pixels.height, color: .grayAlpha,
                samples: pixels.gray().shades.flatMap { [UInt16($0), 180] }
            ).data
        },
        Kind(name: "PNG, 4 bits", shown: { $0.gray().posterized(16) }, landmarks: 2.5) {
            gray($0, bits: 4) { $0 / 17 }
        },
        Kind(name: "PNG, 2 bits", shown: { $0.gray().posterized(4) }, landmarks: nil) { gray($0, bits: 2) { $0 / 85 } },
        Kind(name: "PNG, 1 bit", shown: { $0.gray().posterized(2) }, landmarks: nil) {
            gray($0, bits: 1) { $0 / 255 }
        },
        Kind(name: "PNG, palette", shown: { $0.posterized(6) }, landmarks: 2.5) { palette($0.posterized(6), bits: 8) },
        Kind(name: "PNG, palette with transparency", shown: { $0.posterized(6) }, landmarks: 2.5) {
            palette($0.posterized(6), bits: 8, isTransparent: true)
        },
        Kind(name: "PNG, palette of 8 colors", shown: { $0.posterized(2) }, landmarks: nil) {
            palette($0.posterized(2), bits: 4)
        },
    ]

    /// The files of the other formats.
    static let others: [Kind] = [
        Kind(name: "BMP") { StillFile.bmp($0) },
        Kind(name: "PPM") { StillFile.pnm($0, isGray: false) },
        Kind(name: "PGM", shown: { $0.gray() }, landmarks: 2.5) { StillFile.pnm($0.gray(), isGray: true) },
        Kind(name: "GIF", shown: { $0.gray() }, landmarks: 2.5) { StillFile.gif($0.gray()) },
        Kind(name: "TIFF, big endian") { StillFile.tiff($0, orientation: 1, bits: 8) },
        Kind(name: "TIFF, 16 bits") { StillFile.tiff($0, orientation: 1, bits: 16) },
        Kind(name: "TIFF, LZW") { try StillFile.vips($0, ".tif[compression=lzw,predictor=horizontal]") },
        Kind(name: "TIFF, Deflate, tiles") { try StillFile.vips($0, ".tif[compression=deflate,tile]") },
        Kind(name: "TIFF, JPEG", tolerance: 2.5, landmarks: 0.7) {
            try StillFile.vips($0, ".tif[compression=jpeg,Q=90]")
        },
        Kind(name: "TIFF with alpha") { try StillFile.vips($0, ".tif[compression=lzw]", hasAlpha: true) },
        Kind(name: "WebP, lossless") { try StillFile.vips($0, ".webp[lossless]") },
        Kind(name: "WebP", tolerance: 4.2, landmarks: 1.2) { try StillFile.vips($0, ".webp[Q=80]") },
        Kind(name: "WebP with alpha", tolerance: 4.2, landmarks: 1.2) {
            try StillFile.vips($0, ".webp[Q=80]", hasAlpha: true)
        },
        Kind(name: "WebP, lossless, with alpha") { try StillFile.vips($0, ".webp[lossless]", hasAlpha: true) },
    ]

    @Test(arguments: jpegs + pngs + others) func pixelsAreThoseOfTheFile(kind: Kind) throws {
        try check(kind)
    }

    @Test(
        .enabled(
            if: StillFile.canWrite(".heic"),
            "libvips cannot write HEIC here; `apt-get install libheif-plugin-x265 libheif-plugin-libde265` brings that"),
        arguments: [
            Kind(name: "HEIC", tolerance: 2.5, landmarks: 0.7) { try StillFile.vips($0, ".heic[Q=80]") },
            Kind(name: "HEIC 4:4:4", tolerance: 1.2, landmarks: 0.5) {
                try StillFile.vips($0, ".heic[Q=90,subsample_mode=off]")
            },
        ]) func heicPixelsAreThoseOfTheFile(kind: Kind) throws
    {
        try check(kind)
    }

    @Test(
        .enabled(
            if: StillFile.canWrite(".avif"),
            "libvips cannot write AVIF here; `apt-get install libheif-plugin-aomenc libheif-plugin-dav1d` brings that"),
        arguments: [
            Kind(name: "AVIF", tolerance: 4.2, landmarks: 1.3) { try StillFile.vips($0, ".avif[Q=70,effort=0]") },
            Kind(name: "AVIF 4:4:4", tolerance: 2.2, landmarks: 0.6) {
                try StillFile.vips($0, ".avif[Q=90,effort=0,subsample_mode=off]")
            },
        ]) func avifPixelsAreThoseOfTheFile(kind: Kind) throws
    {
        try check(kind)
    }

    private func check(_ kind: Kind) throws {
        let photo = try Self.photo.get()
        let expected = kind.shown(photo)
        let pixels = try ImageDecoder().decode(kind.file(photo), name: kind.name)
        let found = DerivedPixels(pixels)
        try #require(found.width == photo.width)
        try #require(found.height == photo.height)
        #expect(found.meanDifference(from: expected) <= kind.tolerance)
        guard let limit = kind.landmarks else { return }
        let results = try [photo.image(), MPImage(pixelBuffer: pixels)].map {
            try Self.landmarker.get().detect(image: $0)
        }
        try #require(results[0].faceLandmarks.count == 1)
        #expect(largestDistance(results[0], results[1], in: pixels) <= limit)
    }

    /// Returns a PNG file with 16 bits, whose low bytes are to be dropped.
    private static func deep(_ pixels: DerivedPixels, _ color: PNGFile.Color, _ bytes: [UInt8]) -> Data {
        let samples = bytes.enumerated().map { index, byte in UInt16(byte) << 8 | UInt16(index * 37 & 255) }
        return PNGFile(width: pixels.width, height: pixels.height, color: color, bits: 16, samples: samples).data
    }

    /// Returns a PNG file in shades of gray.
    private static func gray(_ pixels: DerivedPixels, bits: Int, _ sample: (UInt8) -> UInt8) -> Data {
        let shades = pixels.gray().posterized(1 << bits).shades
        return PNGFile(
            width: pixels.width, height: pixels.height, color: .gray, bits: bits,
            samples: shades.map { UInt16(sample($0)) }
        ).data
    }

    /// Returns a PNG file with a palette of the image's colors.
    private static func palette(_ pixels: DerivedPixels, bits: Int, isTransparent: Bool = false) -> Data {
        var numbers: [[UInt8]: UInt16] = [:]
        var colors: [[UInt8]] = []
        let samples = stride(from: 0, to: pixels.bytes.count, by: 3).map { at in
            let color = Array(pixels.bytes[at..<at + 3])
            if let number = numbers[color] { return number }
            numbers[color] = UInt16(colors.count)
            colors.append(color)
            return UInt16(colors.count - 1)
        }
        var file = PNGFile(width: pixels.width, height: pixels.height, color: .palette, bits: bits, samples: samples)
        file.chunks = [("PLTE", Array(colors.joined()))]
        if isTransparent { file.chunks.append(("tRNS", colors.indices.map { UInt8($0 % 256) })) }
        return file.data
    }
}

extension DerivedPixels {
    /// The first value of each pixel.
    fileprivate var shades: [UInt8] { stride(from: 0, to: bytes.count, by: 3).map { bytes[$0] } }
}

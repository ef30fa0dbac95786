// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentRender
import TestSupport
import Testing

/// What an editor has erased from an image by making it transparent shows nowhere.
@Suite struct TransparencyTests {
    /// A hidden color, which nothing else in the images has.
    private static let hidden: [UInt8] = [13, 201, 77]
    private static let (width, height) = (64, 48)
    private static let nowhere: [RedactedArea] = []
    private static let face = RedactedArea(
        face: CGRect(x: 4, y: 12, width: 12, height: 16), extent: .faces, score: 0.9)

    /// Returns an image whose right half is transparent over the hidden color, and whose left half is gray with the opacity
    /// of a column in it.
    private static func image(_ format: PixelFormat, opacity: (Int) -> UInt8 = { _ in 255 }) throws -> PixelBuffer {
        var bytes: [UInt8] = []
        for _ in 0..<height {
            for column in 0..<width {
                let color = column < width / 2 ? [120, 120, 120] : hidden
                bytes += format == .bgra8 ? color.reversed() : color
                bytes.append(column < width / 2 ? opacity(column) : 0)
            }
        }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: format)
    }

    /// Returns red, green, blue and alpha of each pixel.
    private static func rgba(_ image: PixelBuffer) throws -> [[UInt8]] {
        try image.withPlanes { planes in
            (0..<image.width * image.height).map { index in
                let row = planes[0].address + index / image.width * planes[0].bytesPerRow
                let size = image.format == .rgb8 ? 3 : 4
                let pixel = (row + index % image.width * size).assumingMemoryBound(to: UInt8.self)
                let color = image.format == .bgra8 ? [pixel[2], pixel[1], pixel[0]] : [pixel[0], pixel[1], pixel[2]]
                return color + [size == 4 ? pixel[3] : 255]
            }
        }
    }

    private static func isHidden(_ pixel: [UInt8]) -> Bool {
        zip(pixel, hidden).allSatisfy { abs(Int($0) - Int($1)) < 20 }
    }

    @Test(arguments: [PixelFormat.rgba8, .bgra8]) func redactedCopiesStayTransparent(format: PixelFormat) throws {
        let image = try Self.image(format)
        let copy = try RedactionOverlay([Self.face], method: .fill(.black)).drawn(over: image)
        let pixels = try Self.rgba(copy)
        #expect(
            pixels.enumerated().allSatisfy { index, pixel in
                index % Self.width < Self.width / 2 ? pixel[3] == 255 : pixel == [0, 0, 0, 0]
            })
        #expect(pixels[20 * Self.width + 10] == [0, 0, 0, 255])
        #expect(pixels[2 * Self.width + 30] == [120, 120, 120, 255])
    }

    @Test(arguments: [ImageEncoder.Format.png, .webp]) func filesHaveNothingOfHiddenColors(
        format: ImageEncoder.Format
    ) throws {
        let copy = try RedactionOverlay(Self.nowhere, method: .blur).drawn(over: Self.image(.rgba8))
        let pixels = try Self.rgba(ImageDecoder().decode(ImageEncoder().encode(copy, as: format)))
        #expect(!pixels.contains(where: Self.isHidden))
        #expect(pixels.filter { $0[3] == 0 }.count == Self.width * Self.height / 2)
    }

    @Test func filesWithoutTransparencyShowWhite() throws {
        for image in [
            try Self.image(.bgra8), try RedactionOverlay(Self.nowhere, method: .blur).drawn(over: Self.image(.rgba8)),
        ] {
            let pixels = try Self.rgba(ImageDecoder().decode(ImageEncoder().encode(image, as: .jpeg)))
            #expect(!pixels.contains(where: Self.isHidden))
            #expect(pixels[10 * Self.width + 60].min().map { $0 > 250 } == true)
        }
    }

    @Test func drawingsAndCropsShowWhite() throws {
        let image = try Self.image(.rgba8)
        let drawings: [any Overlay] = [
            OverlayStack([]), RedactionReviewOverlay([Self.face]),
            OverlayStack([RedactionOverlay([Self.face], method: .blur)]),
            FaceDetectionOverlay(FaceDetectorResult(detections: [], timestampInMilliseconds: 0)),
        ]
        let all = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
        let transform = try #require(
            CropTransform(box: all, margin: 0, in: all.size, longerSide: Self.width))
        let enlarged = try #require(CropTransform(box: all, margin: 0, in: all.size, longerSide: 3 * Self.width))
        let images =
            try drawings.map { try $0.drawn(over: image) } + [image.cropped(transform), image.cropped(enlarged)]
        for made in images {
            let pixels = try Self.rgba(made)
            #expect(!pixels.contains(where: Self.isHidden))
            #expect(pixels[made.width * (made.height / 2) + made.width - 8] == [255, 255, 255, 255])
        }
        let canvas = try Self.rgba(Canvas(image).image())
        #expect(canvas[60] == [255, 255, 255, 255])
    }

    /// Of colors that hardly show, no more is kept than what shows.
    @Test func colorsAreNotKeptBetterThanTheyShow() throws {
        let opacity = { (column: Int) in UInt8(column) }
        let image = try Self.image(.rgba8, opacity: opacity)
        let copy = try RedactionOverlay(Self.nowhere, method: .blur).drawn(over: image)
        for (column, pixel) in try Self.rgba(copy).prefix(Self.width / 2).enumerated() {
            let shown = { (value: UInt8) in Int((Double(value) * Double(opacity(column)) / 255).rounded()) }
            #expect(shown(pixel[0]) == shown(120))
            #expect(pixel[3] == opacity(column))
        }
        #expect(try Self.rgba(copy)[1][0] == 0)
    }

    /// A face may be in the transparency of a plain color.
    @Test(arguments: [0, 1, 2]) func coversAreOpaque(method: Int) throws {
        let image = try Self.image(.rgba8) { $0 % 2 == 0 ? 255 : 20 }
        let methods: [RedactionMethod] = [.blur, .pixelate, .fill(.black)]
        let pixels = try Self.rgba(RedactionOverlay([Self.face], method: methods[method]).drawn(over: image))
        let inside = (7..<13).flatMap { x in (15..<25).map { y in pixels[y * Self.width + x] } }
        #expect(inside.allSatisfy { $0[3] == 255 })
        #expect(Set(inside.map { $0[0] / 8 }).count <= 2)
    }

    @Test func opaqueImagesAreAsBefore() throws {
        let noise = try PixelBuffer.noise(90, 70, .rgb8)
        let rgba = stride(from: 0, to: noise.rgbBytes.count, by: 3).flatMap { noise.rgbBytes[$0..<$0 + 3] + [255] }
        let same = try PixelBuffer(copying: rgba, width: 90, height: 70, format: .rgba8)
        for method in [RedactionMethod.blur, .pixelate, .fill(.black)] {
            let overlay = RedactionOverlay([Self.face], method: method)
            #expect(try overlay.drawn(over: noise).rgbBytes == overlay.drawn(over: same).rgbBytes)
        }
    }
}

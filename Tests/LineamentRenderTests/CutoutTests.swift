// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentRender
import TestSupport
import Testing

@Suite struct CutoutTests {
    private static let (width, height) = (200, 100)

    /// Half of the image, the person, is red, and the rest blue; the mask's edge is half certain.
    private static func photo() throws -> PixelBuffer {
        let bytes = (0..<width * height).flatMap { $0 % width < width / 2 ? [220, 20, 20] : [20, 20, 220] as [UInt8] }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .rgb8)
    }

    private static func mask() throws -> Mask {
        let values: [UInt8] = (0..<width * height).map { index in
            let x = index % width
            return x < width / 2 ? 255 : x == width / 2 ? 128 : 0
        }
        return try #require(Mask(uInt8Data: values, width: width, height: height, shouldCopy: true))
    }

    private static func drawn(_ background: Background, masks: [Mask]? = nil) throws -> PixelBuffer {
        try CutoutOverlay(masks ?? [mask()], background: background).drawn(over: photo())
    }

    private static func pixel(_ image: PixelBuffer, _ x: Int, _ y: Int) throws -> [UInt8] {
        try image.withPlanes { planes in
            let start = planes[0].address + y * planes[0].bytesPerRow + 4 * x
            let pixel = start.assumingMemoryBound(to: UInt8.self)
            return [pixel[2], pixel[1], pixel[0], pixel[3]]
        }
    }

    @Test func peopleStayAndColorsReplaceTheRest() throws {
        let image = try Self.drawn(.color(.white))
        #expect(try Self.pixel(image, 20, 50) == [220, 20, 20, 255])
        #expect(try Self.pixel(image, 150, 50) == [255, 255, 255, 255])
        // 255 + (20 − 255) · 128 / 255 and, for blue, 255 + (220 − 255) · 128 / 255
        #expect(try Self.pixel(image, 100, 50) == [137, 137, 237, 255])
    }

    @Test func alphaIsTheMask() throws {
        let image = try Self.drawn(.transparent)
        #expect(try Self.pixel(image, 20, 50) == [220, 20, 20, 255])
        #expect(try Self.pixel(image, 100, 50) == [20, 20, 220, 128])
        // Nothing of the background is left in the file.
        #expect(try Self.pixel(image, 150, 50) == [0, 0, 0, 0])
    }

    /// People do not shine through the blur, not even at their edges.
    @Test func blurIsOfTheBackgroundAlone() throws {
        let image = try Self.drawn(.blurred)
        #expect(try Self.pixel(image, 20, 50) == [220, 20, 20, 255])
        for x in [101, 105, 150, 199] { #expect(try Self.pixel(image, x, 50) == [20, 20, 220, 255]) }
    }

    /// A picture keeps its proportions, and its middle fills the image.
    @Test func picturesFillTheImage() throws {
        let side = 300
        let bytes = (0..<side * side).flatMap { index -> [UInt8] in
            index / side < 75 || index / side >= 225
                ? [9, 9, 9] : index % side < 150 ? [80, 80, 80] : [160, 160, 160]
        }
        let picture = try PixelBuffer(copying: bytes, width: side, height: side, format: .rgb8)
        let image = try Self.drawn(.image(picture), masks: [])
        for y in [2, 50, 97] {
            #expect(try Self.pixel(image, 20, y) == [80, 80, 80, 255])
            #expect(try Self.pixel(image, 180, y) == [160, 160, 160, 255])
        }
    }

    /// So that a copy keeps nothing of it, even where it had the color that replaces it.
    @Test func theWholeBackgroundIsCovered() throws {
        let overlay = try CutoutOverlay([Self.mask()], background: .color(.white))
        let covered = try #require(overlay.covered(width: Self.width, height: Self.height))
        let expected: [UInt8] = (0..<Self.width * Self.height).map { $0 % Self.width < Self.width / 2 ? 0 : 255 }
        #expect(covered.withUnsafeBytes(Array.init) == expected)
        let other = try #require(overlay.covered(width: 3, height: 2))
        #expect(other.withUnsafeBytes(Array.init) == [UInt8](repeating: 255, count: 6))
    }

    @Test func withoutPeopleThereIsOnlyTheBackground() throws {
        let wrong = try #require(Mask(uInt8Data: [255], width: 1, height: 1, shouldCopy: true))
        for masks in [[], [wrong]] {
            #expect(try Self.pixel(Self.drawn(.transparent, masks: masks), 20, 50) == [0, 0, 0, 0])
            #expect(try Self.pixel(Self.drawn(.color(.black), masks: masks), 20, 50) == [0, 0, 0, 255])
            #expect(try Self.pixel(Self.drawn(.blurred, masks: masks), 150, 50)[3] == 255)
        }
    }
}

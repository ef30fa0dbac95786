// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentRender
import TestSupport
import Testing

/// Drawing on an image: what is asked for is at its place, in its color, and nothing else changes.
@Suite struct CanvasTests {
    private let gray: PixelBuffer
    private let canvas: Canvas

    init() throws {
        gray = try PixelBuffer(
            copying: [UInt8](repeating: 100, count: 200 * 120 * 3), width: 200, height: 120, format: .rgb8)
        canvas = try Canvas(gray)
    }

    /// Returns the red, green and blue levels of a pixel.
    private func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
        let bytes = try canvas.image().rgbBytes
        return Array(bytes[(y * 200 + x) * 3..<(y * 200 + x) * 3 + 3])
    }

    /// The smallest box with every changed pixel; nil if there is none.
    private func changedBox() throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        let bytes = try canvas.image().rgbBytes
        let changed = (0..<200 * 120).filter { Array(bytes[$0 * 3..<$0 * 3 + 3]) != [100, 100, 100] }
        guard let left = changed.map({ $0 % 200 }).min(), let right = changed.map({ $0 % 200 }).max(),
            let top = changed.first, let bottom = changed.last
        else { return nil }
        return (left...right, top / 200...bottom / 200)
    }

    @Test(arguments: [PixelFormat.gray8, .rgb8, .rgba8, .bgra8])
    func anUntouchedCanvasIsTheImage(format: PixelFormat) throws {
        let image = try Sample.pixels().converted(to: format, padding: 5)
        let copy = try Canvas(image).image()
        #expect(copy.format == .bgra8)
        // What is translucent is shown on white.
        #expect(try copy.rgbBytes == image.flattened().rgbBytes)
    }

    @Test func linesAreWhereTheyWereDrawn() throws {
        canvas.strokeLines([(Point(x: 20, y: 60), Point(x: 120, y: 60))], Color(red: 1, green: 0, blue: 0), width: 4)
        #expect(try pixel(70, 60) == [255, 0, 0])
        let box = try #require(try changedBox())
        // With its outline the line is 6.8 pixels wide.
        #expect(abs(box.x.lowerBound - 17) <= 1)
        #expect(abs(box.x.upperBound - 123) <= 1)
        #expect(abs(box.y.lowerBound - 57) <= 1)
        #expect(abs(box.y.upperBound - 63) <= 1)
    }

    @Test func circlesAreFilled() throws {
        canvas.fillCircle(Point(x: 50, y: 40), radius: 10, Color(red: 0, green: 0, blue: 1))
        #expect(try pixel(50, 40) == [0, 0, 255])
        let box = try #require(try changedBox())
        #expect((38...41).contains(box.x.lowerBound))
        #expect((58...61).contains(box.x.upperBound))
        #expect((28...31).contains(box.y.lowerBound))
        #expect((48...51).contains(box.y.upperBound))
    }

    @Test func transparentColorsBlend() throws {
        canvas.fillCircle(Point(x: 50, y: 40), radius: 10, Color(red: 1, green: 1, blue: 1, alpha: 0.5))
        let level = try pixel(50, 40)[0]
        #expect(abs(Int(level) - 177) <= 1)
    }

    /// Coordinates from outside may be anything. What is not finite is not drawn, and what is outside is cut.
    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e9])
    func wildCoordinatesAreHarmless(wild: Double) throws {
        for point in [Point(x: wild, y: 5), Point(x: 5, y: wild), Point(x: wild, y: wild)] {
            canvas.strokeLines([(point, Point(x: 3, y: 3))], .orange, width: 2)
            canvas.fillCircle(point, radius: 3, .orange)
            canvas.fillCircle(Point(x: 20, y: 20), radius: wild, .orange)
            canvas.label("text", at: point, .orange)
        }
        let image = try canvas.image()
        #expect(image.width == 200)
        #expect(image.height == 120)
        // The canvas still works.
        canvas.fillCircle(Point(x: 150, y: 100), radius: 5, Color(red: 0, green: 1, blue: 0))
        #expect(try pixel(150, 100) == [0, 255, 0])
    }

    @Test func textOfAnyKindIsDrawnOrIgnored() throws {
        canvas.label("yaw 19°", at: Point(x: 20, y: 40), .yellow)
        #expect(try changedBox() != nil)
        for text in ["", "\0", "a\nb", String(repeating: "w", count: 10_000), "\u{202e}x", "😀"] {
            canvas.label(text, at: Point(x: 20, y: 40), .yellow)
        }
        canvas.fillCircle(Point(x: 150, y: 100), radius: 5, Color(red: 0, green: 1, blue: 0))
        #expect(try pixel(150, 100) == [0, 255, 0])
    }

    @Test func aBlurredAreaLosesItsDetailAndNothingElseChanges() throws {
        let noise = try PixelBuffer.noise(200, 120, .rgb8)
        let canvas = try Canvas(noise)
        canvas.blur(CGRect(x: 40, y: 20, width: 80, height: 60))
        let (before, after) = (noise.rgbBytes, try canvas.image().rgbBytes)
        func contrast(_ bytes: [UInt8]) -> Int {
            (60..<100).reduce(0) { sum, x in
                sum + abs(Int(bytes[(50 * 200 + x) * 3]) - Int(bytes[(50 * 200 + x + 1) * 3]))
            }
        }
        #expect(contrast(after) * 8 < contrast(before))
        let outside = (0..<200 * 120).filter { !(39...121).contains($0 % 200) || !(19...81).contains($0 / 200) }
        #expect(outside.allSatisfy { after[$0 * 3..<$0 * 3 + 3] == before[$0 * 3..<$0 * 3 + 3] })
        for area in [CGRect.null, .infinite, .zero, CGRect(x: -50, y: -50, width: 60, height: 60)] { canvas.blur(area) }
        canvas.blur(CGRect(x: CGFloat.nan, y: 0, width: 10, height: 10))
        #expect(try canvas.image().width == 200)
    }

    /// A face without an area leaves no later face visible.
    @Test(arguments: [
        CGRect(x: 40.5, y: 20, width: 0, height: 60), CGRect(x: 40, y: 20.5, width: 60, height: 0),
        CGRect(x: 40.5, y: 20.5, width: 0, height: 0), CGRect(x: 40.5, y: 20.5, width: 1e-200, height: 1e-200),
        CGRect(x: 40.5, y: 20.5, width: 0.002, height: 60),
    ])
    func areasWithoutSizeDoNotEndTheDrawing(area: CGRect) throws {
        let noise = try PixelBuffer.noise(200, 120, .rgb8)
        let (canvas, expected) = (try Canvas(noise), try Canvas(noise))
        canvas.blur(area)
        for canvas in [canvas, expected] { canvas.blur(CGRect(x: 100, y: 20, width: 80, height: 60)) }
        let (drawn, alone) = (try canvas.image().rgbBytes, try expected.image().rgbBytes)
        #expect(alone != noise.rgbBytes)
        // Only the column or row of the area itself may differ.
        let differing = (0..<200 * 120).filter { drawn[$0 * 3..<$0 * 3 + 3] != alone[$0 * 3..<$0 * 3 + 3] }
        #expect(differing.allSatisfy { $0 % 200 <= 41 })
    }

    /// A drawing that is not possible is an error, rather than an image on which it is missing.
    @Test func failedDrawingsAreErrors() throws {
        let levels = [UInt8](repeating: 255, count: 40_000)
        // Cairo has no surfaces of that width.
        let mask = try #require(
            levels.withUnsafeBufferPointer { levels in
                levels.baseAddress.flatMap { Mask(uInt8Data: $0, width: 40_000, height: 1, shouldCopy: true) }
            })
        canvas.tint(mask, .orange)
        canvas.blur(CGRect(x: 40, y: 20, width: 80, height: 60))
        #expect(throws: LineamentError.self) { try canvas.image() }
    }

    /// A face that the image's edge cuts is blurred up to that edge.
    @Test func aBlurredAreaAtTheEdgeKeepsNoSharpCorner() throws {
        let noise = try PixelBuffer.noise(200, 120, .rgb8)
        let canvas = try Canvas(noise)
        canvas.blur(CGRect(x: -30, y: 20, width: 60, height: 60))
        let (before, after) = (noise.rgbBytes, try canvas.image().rgbBytes)
        // Inside the ellipse around (0, 50), but outside the one that fits into its visible half.
        for row in 26..<30 {
            #expect(after[row * 200 * 3..<(row * 200 + 3) * 3] != before[row * 200 * 3..<(row * 200 + 3) * 3])
        }
    }

    @Test func pixelsCanBeChangedInPlace() throws {
        let canvas = try Canvas(gray, panelWidth: 10)
        canvas.withMutablePixels { bytes, bytesPerRow in
            #expect(bytes.count == bytesPerRow * 120)
            #expect(bytesPerRow >= 210 * 4)
            bytes[3 * bytesPerRow + 5 * 4 + 2] = 255
        }
        let image = try canvas.image()
        #expect(image.width == 210)
        let at = (3 * 210 + 5) * 3
        #expect(Array(image.rgbBytes[at..<at + 3]) == [255, 100, 100])
    }

    @Test func imagesThatCannotBeDrawnOnAreRefused() throws {
        let long = try PixelBuffer(
            copying: [UInt8](repeating: 0, count: 40_000), width: 40_000, height: 1, format: .gray8)
        #expect(throws: LineamentError.self) { try Canvas(long) }
        let planes = try Sample.pixels().convertedToChroma(.nv12FullRange)
        #expect(throws: LineamentError.self) { try Canvas(planes) }
    }
}

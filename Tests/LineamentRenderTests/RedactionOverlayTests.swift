// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentRender
import TestSupport
import Testing

@Suite struct RedactionOverlayTests {
    private static let face = CGRect(x: 60, y: 50, width: 40, height: 50)

    /// Returns noise before and after areas are covered, row by row.
    private static func drawn(
        _ method: RedactionMethod, _ areas: [RedactedArea], silhouette: Mask? = nil
    ) throws -> (before: [[UInt8]], after: [[UInt8]]) {
        let noise = try PixelBuffer.noise(160, 150, .rgb8)
        let after = try RedactionOverlay(areas, silhouette: silhouette, method: method).drawn(over: noise)
        func rows(_ pixels: PixelBuffer) -> [[UInt8]] {
            let rgb = pixels.rgbBytes
            return (0..<150).map { Array(rgb[$0 * 480..<($0 + 1) * 480]) }
        }
        return (rows(noise), rows(after))
    }

    private static func pixel(_ rows: [[UInt8]], _ x: Int, _ y: Int) -> [UInt8] { Array(rows[y][3 * x..<3 * x + 3]) }

    @Test func onlyTheEllipseChanges() throws {
        let area = RedactedArea(face: Self.face, extent: .faces, score: 0.9)
        let (before, after) = try Self.drawn(.fill(.black), [area])
        #expect(Self.pixel(after, 80, 75) == [0, 0, 0])
        #expect(Self.pixel(after, 80, 40) == [0, 0, 0])
        for (x, y) in [(5, 5), (area.rect.minX > 4 ? Int(area.rect.minX) : 4, Int(area.rect.minY)), (155, 145)] {
            #expect(Self.pixel(after, x, y) == Self.pixel(before, x, y))
        }
    }

    /// Noise has no structure, so that its means are gray, and hardly differ.
    @Test(arguments: [0, 1]) func littleRemainsOfWhatIsCovered(method: Int) throws {
        let area = RedactedArea(face: Self.face, extent: .heads, score: 0.9)
        let (_, after) = try Self.drawn([.blur, .pixelate][method], [area])
        let colors = Set((60..<100).flatMap { x in (50..<100).map { y in Self.pixel(after, x, y) } })
        let levels = colors.flatMap { $0 }
        #expect((levels.max() ?? 0) - (levels.min() ?? 0) < 24)
        if method == 1 { #expect(colors.count <= 16) }
    }

    @Test func headsAreLargerThanFaces() {
        let face = RedactedArea(face: Self.face, extent: .faces, score: 1).rect
        let head = RedactedArea(face: Self.face, extent: .heads, score: 1).rect
        #expect(head.contains(face))
        #expect(face.contains(Self.face))
        #expect(head.minY < face.minY - 10)
    }

    @Test func silhouettesAreCovered() throws {
        let values = (0..<160 * 150).map { Float($0 % 160 < 80 ? 1 : 0) }
        let mask = try #require(Mask(float32Data: values, width: 160, height: 150, shouldCopy: true))
        let (before, after) = try Self.drawn(.fill(.black), [], silhouette: mask)
        #expect(Self.pixel(after, 10, 10) == [0, 0, 0])
        #expect(Self.pixel(after, 79, 149) == [0, 0, 0])
        #expect(Self.pixel(after, 81, 10) == Self.pixel(before, 81, 10))
    }

    @Test func impossibleAreasChangeNothing() throws {
        for rect in [
            CGRect.null, CGRect(x: 1e9, y: 0, width: 10, height: 10), CGRect(x: Double.nan, y: 0, width: 5, height: 5),
        ] {
            let area = RedactedArea(face: rect, extent: .faces, score: 0.9)
            let (before, after) = try Self.drawn(.blur, [area])
            #expect(before == after, "\(rect)")
        }
    }

    @Test func picturesArePutInPlace() throws {
        let red = try PixelBuffer(
            copying: [UInt8](repeating: 0, count: 12).enumerated().map { $0.offset % 3 == 0 ? 255 : 0 }, width: 2,
            height: 2, format: .rgb8)
        let (_, after) = try Self.drawn(.image(red), [RedactedArea(face: Self.face, extent: .faces, score: 0.9)])
        #expect(Self.pixel(after, 80, 75) == [255, 0, 0])
    }
}

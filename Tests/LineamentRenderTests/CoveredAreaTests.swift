// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentImages
import LineamentRender
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentTools

/// What somebody wants covered or left visible.
@Suite struct CoveredAreaTests {
    private static func redactor(_ change: (inout RedactorOptions) -> Void) throws -> Redactor {
        var options = RedactorOptions()
        options.method = .fill(.black)
        change(&options)
        return try Redactor(options: options)
    }

    private func image(_ side: Int = 96) throws -> MPImage {
        let gray = [UInt8](repeating: 200, count: 3 * side * side)
        return try MPImage(pixelBuffer: PixelBuffer(copying: gray, width: side, height: side, format: .rgb8))
    }

    @Test func wordsAreRectanglesAndTimes() throws {
        let always = try #require(CoveredArea("10,20,30,40.5"))
        #expect(always.rect == CGRect(x: 10, y: 20, width: 30, height: 40.5))
        #expect(always.times == nil)
        #expect(try #require(CoveredArea("-5,0,30,40@2-3.5")).times == 2...3.5)
    }

    @Test(arguments: [
        "", "1,2,3", "1,2,3,4,5", "1,2,0,4", "1,2,3,-4", "a,b,c,d", "1,2,3,4@", "1,2,3,4@5", "1,2,3,4@5-4",
        "1,2,3,4@1-2@3", "nan,1,2,3", "1,1,inf,3",
    ])
    func otherWordsAreNone(words: String) { #expect(CoveredArea(words) == nil) }

    /// Corners too, and nothing beyond a soft edge.
    @Test func theWholeRectangleIsCovered() throws {
        let redactor = try Self.redactor { $0.covers = [CoveredArea(CGRect(x: 20, y: 30, width: 40, height: 20))] }
        let copy = try redactor.redact(image()).convertedToRGB().rgbBytes
        for (x, y) in [(20, 30), (59, 30), (20, 49), (59, 49), (40, 40)] { #expect(copy[3 * (96 * y + x)] == 0) }
        for (x, y) in [(10, 40), (70, 40), (40, 22), (40, 58)] { #expect(copy[3 * (96 * y + x)] == 200) }
    }

    /// A copy must keep nothing of what was there, even where a cover has the same color.
    @Test func allThatIsCoveredIsInTheMask() throws {
        let area = RedactedArea(face: CGRect(x: 30, y: 30, width: 20, height: 20), extent: .faces, score: 1)
        let overlay = RedactionOverlay(
            [area, CoveredArea(CGRect(x: 70, y: 5, width: 10, height: 10)).area], method: .fill(.black))
        let mask = try #require(overlay.covered(width: 96, height: 96))
        let before = try image().pixels.convertedToRGB().rgbBytes
        let after = try overlay.drawn(over: image().pixels).convertedToRGB()
        let layout = try #require(after.format.packedLayout)
        let found = after.withStoredPlanes { planes in
            (0..<96 * 96).map { index in
                planes[0].address.load(
                    fromByteOffset: index / 96 * planes[0].bytesPerRow + index % 96 * layout.bytesPerPixel + layout.red,
                    as: UInt8.self)
            }
        }
        for index in found.indices where found[index] != before[3 * index] {
            #expect(mask[x: index % 96, y: index / 96] > 0)
        }
        #expect(mask[x: 75, y: 10] == 1)
        #expect(mask[x: 2, y: 2] == 0)
        #expect(RedactionOverlay([], method: .blur).covered(width: 96, height: 96) == nil)
    }

    @Test func aVideoHasItForItsTime() throws {
        let session = try Self.redactor {
            $0.covers = [CoveredArea(CGRect(x: 0, y: 0, width: 9, height: 9), times: 0.5...1)]
        }.makeSession()
        var found: [Redaction] = []
        for index in 0..<8 { found += try session.add(image(), time: Double(index) / 4) }
        found += session.finish()
        #expect(found.map(\.areas.count) == [0, 0, 1, 1, 1, 0, 0, 0])
        #expect(found[2].areas[0].cause == .requested)
        #expect(!found[2].isDoubtful)
    }

    @Test func aNumberStaysVisible() throws {
        let sample = try MPImage(pixelBuffer: Sample.pixels())
        #expect(try Self.redactor { _ in }.redaction(of: sample).areas.count == 1)
        #expect(try Self.redactor { $0.uncovered = [1] }.redaction(of: sample).areas.isEmpty)
        #expect(throws: LineamentError.self) { try Self.redactor { $0.uncovered = [2] }.redaction(of: sample) }
        #expect(
            try Self.redactor {
                $0.uncovered = [1]
                $0.verifies = true
            }.redaction(of: sample).areas.isEmpty)
        #expect(throws: LineamentError.self) {
            try Self.redactor {
                $0.uncovered = [1]
                $0.subject = .people
            }
        }
    }
}

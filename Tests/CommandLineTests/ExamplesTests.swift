// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentVideo
import TestSupport
import Testing

/// The output of the example programs for the sample photo.
@Suite struct ExamplesTests {
    private func lines(_ example: String, _ arguments: String...) throws -> [Substring] {
        let scratch = try Scratch()
        let line = ([example, "'\(Sample.url.path)'"] + arguments).joined(separator: " ")
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        // Without YuNet, what searches for small faces says so.
        #expect(outcome.errors.isEmpty || !TestData.hasYuNet, "\(outcome.errors)")
        return outcome.lines
    }

    @Test(arguments: ["FaceLandmarks", "FaceDetection", "PoseLandmarks"])
    func allRunningModesPrintResults(example: String) throws {
        let lines = try lines(example)
        #expect(lines.filter { $0.hasPrefix("image: ") }.count >= 4)
        #expect(lines.filter { $0.hasPrefix("video: 1 ") }.count == 3)
        #expect(lines.last?.hasPrefix("live stream: 1 ") == true)
    }

    @Test func mlKitPrintsRequestedValues() throws {
        let lines = try lines("MLKitFaces")
        for beginning in [
            "face: ", "turned by -0.28", "left eye at 246.0", "smiles: 0.96", "number 1", "upper lip has 9",
        ] {
            #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning)")
        }
    }

    /// Detail is what is left of an image after its coarse structure: differences between neighboring pixels.
    @Test func blurredFacesHaveNoDetail() throws {
        func detail(_ image: PixelBuffer, x columns: Range<Int>, y rows: Range<Int>) throws -> Int {
            let bytes = try image.convertedToRGB().rgbBytes
            return rows.reduce(0) { sum, row in
                columns.reduce(sum) { sum, column in
                    let at = (row * image.width + column) * 3
                    return sum + abs(Int(bytes[at]) - Int(bytes[at + 3]))
                }
            }
        }
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 5)
        let outcome = try Program.shell(
            "FaceBlur '\(Sample.url.path)' blurred.png && FaceBlur clip.mp4 blurred.mp4", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let (sharp, blurred) = (try Sample.pixels(), try ImageDecoder().decode(contentsOf: scratch.url("blurred.png")))
        let face = (x: 195..<255, y: 90..<165)
        #expect(try detail(blurred, x: face.x, y: face.y) * 4 < detail(sharp, x: face.x, y: face.y))
        #expect(try detail(blurred, x: 300..<500, y: 200..<500) == detail(sharp, x: 300..<500, y: 200..<500))
        let (before, after) = (try VideoReader(scratch.url("clip.mp4")), try VideoReader(scratch.url("blurred.mp4")))
        for _ in 0..<5 {
            let frames = (try #require(try before.next()), try #require(try after.next()))
            let (x, y) = (125..<170, 90..<145)
            #expect(try detail(frames.1.pixels, x: x, y: y) * 2 < detail(frames.0.pixels, x: x, y: y))
        }
        #expect(try after.next() == nil)
    }

    @Test func blinksAndYawAreATable() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 5)
        let outcome = try Program.shell("BlinksAndYaw clip.mp4", in: scratch.folder)
        let rows = outcome.lines.map { $0.split(separator: ",") }
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(rows.count == 6, "\(outcome.errors)")
        #expect(rows.allSatisfy { $0.count == 5 }, "\(outcome.errors)")
        #expect(rows.dropFirst().map { $0[0] } == ["0", "40", "80", "120", "160"])
        #expect(rows.dropFirst().allSatisfy { abs(Double($0[4]) ?? 99) < 10 })
    }

    @Test func visionDrawsTheLeftEye() throws {
        let lines = try lines("VisionLandmarks", "drawing.png")
        #expect(lines.contains { $0.hasPrefix("left eye: 6 points, the first at 195.4") })
    }
}

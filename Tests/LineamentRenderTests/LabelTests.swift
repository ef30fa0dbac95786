// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentRender

/// Labels are where they can be read, cover nobody, and stay whole at the edges.
@Suite struct LabelTests {
    /// The faces of the tests: one in the middle, one at the upper edge, one in the corner, one small.
    private static let boxes = [
        CGRect(x: 250, y: 200, width: 100, height: 100), CGRect(x: 100, y: 0, width: 90, height: 90),
        CGRect(x: 520, y: 0, width: 80, height: 80), CGRect(x: 30, y: 300, width: 30, height: 30),
    ]

    private func blank() throws -> PixelBuffer {
        try PixelBuffer(copying: [UInt8](repeating: 128, count: 600 * 400 * 3), width: 600, height: 400, format: .rgb8)
    }

    /// Draws labels, each with a name and three values, on gray; returns where it is gray no more.
    private func drawn(_ boxes: [CGRect], mode: LabelMode) throws -> [[Bool]] {
        let canvas = try Canvas(blank())
        let labels = boxes.enumerated().map { index, box in
            SubjectLabel(
                name: "\(index + 1)", values: ["smile 0.06", "eyes open 0.80 0.82", "yaw 19° pitch 8° roll −4°"],
                subject: box)
        }
        canvas.draw(labels, besides: boxes, mode: mode)
        let bytes = try canvas.image().rgbBytes
        return (0..<400).map { y in
            (0..<600).map { x in bytes[(y * 600 + x) * 3..<(y * 600 + x) * 3 + 3].contains { abs(Int($0) - 128) > 8 } }
        }
    }

    /// Draws labels and returns the rectangles of their plates.
    private func plates(of boxes: [CGRect], mode: LabelMode) throws -> [CGRect] {
        var rectangles: [CGRect] = []
        for (y, row) in try drawn(boxes, mode: mode).enumerated() {
            var x = 0
            while x < 600 {
                let start = x
                while x < 600, row[x] { x += 1 }
                if x - start > 2 {
                    let part = CGRect(x: start, y: y, width: x - start, height: 1)
                    if let near = rectangles.firstIndex(where: { $0.insetBy(dx: 0, dy: -1).intersects(part) }) {
                        rectangles[near] = rectangles[near].union(part)
                    } else {
                        rectangles.append(part)
                    }
                }
                x += 1
            }
        }
        return rectangles
    }

    @Test func labelsCoverNobodyAndStayInside() throws {
        let plates = try plates(of: Self.boxes, mode: .auto)
        for plate in plates {
            #expect(CGRect(x: 0, y: 0, width: 600, height: 400).contains(plate))
            for box in Self.boxes { #expect(!box.insetBy(dx: 2, dy: 2).intersects(plate), "\(plate) covers \(box)") }
        }
        // A block keeps its shape at the edges: at least three lines of 9 pixels.
        let values = plates.filter { $0.height > 30 }
        #expect(values.count == 3, "\(plates)")
        #expect(values.allSatisfy { $0.width > 60 }, "\(plates)")
        #expect(plates.count == values.count + 4, "\(plates)")
    }

    @Test func modesDecideWhatIsWritten() throws {
        let small = [Self.boxes[3]]
        #expect(try plates(of: small, mode: .none).isEmpty)
        #expect(try plates(of: small, mode: .auto).count == 1)
        #expect(try plates(of: small, mode: .all).count == 2)
    }

    /// Without `all`, the colors of hands say their side.
    @Test(
        arguments: [
            (LabelMode.all, [nil, nil], ["1 left", "2 right"]), (.all, [7, 4], ["#7 left", "#4 right"]),
            (.all, [nil], ["left"]),
            (.auto, [7, nil], ["#7", nil]),
        ] as [(LabelMode, [Int?], [String?])])
    func handsAreNamed(mode: LabelMode, tracks: [Int?], names: [String?]) throws {
        let hands = tracks.enumerated().map { index, track in
            let side = index == 0 ? "Left" : "Right"
            let points = (0..<21).map {
                NormalizedLandmark(
                    x: 0.2 + 0.4 * Float(index) + 0.01 * Float($0), y: 0.4 + 0.01 * Float($0), z: 0, visibility: nil,
                    presence: nil)
            }
            return HandLandmarkerResult.Hand(
                landmarks: HandLandmarks(points), worldLandmarks: HandWorldLandmarks([]),
                handedness: ResultCategory(index: 1 - index, score: 0.9, categoryName: side, displayName: side),
                trackID: track)
        }
        let overlay = HandOverlay(hands, labels: mode)
        #expect(hands.indices.map(overlay.name) == names)
        let bare = HandOverlay(hands, labels: .none)
        #expect(try overlay.drawn(over: blank()).rgbBytes != bare.drawn(over: blank()).rgbBytes)
    }

    @Test func everybodyInACrowdHasANameAndAFewHaveValues() throws {
        let crowd = (0..<40).map { (index: Int) -> CGRect in
            let (column, row) = (index % 8, index / 8)
            return CGRect(x: 10 + column * 72, y: 10 + row * 75, width: 70, height: 70)
        }
        let count = try plates(of: crowd, mode: .auto).count
        #expect(count >= 40, "\(count)")
        #expect(count < 43, "\(count)")
    }

    @Test func namesDoNotHideSmallFaces() throws {
        let crowd = (0..<240).map { (index: Int) -> CGRect in
            CGRect(x: 100 + index % 20 * 17, y: 50 + index / 20 * 17, width: 16, height: 16)
        }
        let pixels = try drawn(crowd, mode: .auto)
        for box in crowd {
            let rows = pixels[Int(box.minY)..<Int(box.maxY)]
            let covered = rows.map { $0[Int(box.minX)..<Int(box.maxX)].count { $0 } }.reduce(0, +)
            #expect(covered < 64, "\(box)")
        }
        #expect(try drawn(crowd, mode: .all).flatMap(\.self).count { $0 } > 240 * 100)
    }

    @Test func namesFitTheirFaces() throws {
        let canvas = try Canvas(blank())
        let large = SubjectLabel(name: "117", subject: CGRect(x: 0, y: 0, width: 200, height: 200))
        let small = SubjectLabel(name: "117", subject: CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(large.fitting(16, width: 40) == 16)
        #expect(small.fitting(16, width: 40) == 8)
        #expect(large.nameSize(on: canvas) == 16)
        #expect(small.nameSize(on: canvas) == 8)
    }

    /// The same face is drawn alike in a small and in a large image.
    @Test func linesScaleWithTheFace() throws {
        for side in [240, 480, 1920] {
            let image = try PixelBuffer(
                copying: [UInt8](repeating: 0, count: side * side * 3), width: side, height: side, format: .rgb8)
            let canvas = try Canvas(image)
            let scale = DrawingScale(size: Double(side) / 2, on: canvas)
            let pixels = scale.factor * canvas.unit
            #expect(abs(pixels - Double(side) / 320) < 0.01 || side == 240)
        }
        let canvas = try Canvas(blank())
        #expect(!DrawingScale(size: 59, on: canvas).showsDetail)
        #expect(DrawingScale(size: 61, on: canvas).showsDetail)
        #expect(!DrawingScale(size: .nan, on: canvas).showsDetail)
    }
}

import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentRender

/// Labels are where they can be read, cover nobody, and stay whole at the edges.
@Suite(.timeLimit(.minutes(60))) struct LabelTests {
    /// The faces of the tests: one in the middle, one at the upper edge, one in the corner, one small.
    private static let boxes = [
        CGRect(x: 250, y: 200, width: 100, height: 100), CGRect(x: 100, y: 0, width: 90, height: 90),
        CGRect(x: 520, y: 0, width: 80, height: 80), CGRect(x: 30, y: 300, width: 30, height: 30),
    ]

    private func blank() throws -> PixelBuffer {
        try PixelBuffer(copying: [UInt8](repeating: 0, count: 600 * 400 * 3), width: 600, height: 400, format: .rgb8)
    }

    /// Draws labels of three lines and returns the rectangles of their plates.
    private func plates(of boxes: [CGRect], mode: LabelMode) throws -> [CGRect] {
        let canvas = try Canvas(blank())
        let labels = boxes.map {
            SubjectLabel(
                lines: ["smile 0.06", "eyes open 0.80 0.82", "yaw 19° pitch 8° roll −4°"], subject: $0,
                sides: [.above, .below, .right, .left])
        }
        canvas.draw(labels, besides: boxes, mode: mode)
        return try yellowRectangles(canvas.image())
    }

    /// Returns the connected yellow rectangles of a drawing on black, each grown to hold the letters on it.
    private func yellowRectangles(_ image: PixelBuffer) throws -> [CGRect] {
        let bytes = image.rgbBytes
        var rectangles: [CGRect] = []
        for y in 0..<400 {
            var x = 0
            while x < 600 {
                let start = x
                while x < 600, bytes[(y * 600 + x) * 3] > 150 { x += 1 }
                if x - start > 20 {
                    let row = CGRect(x: start, y: y, width: x - start, height: 1)
                    if let near = rectangles.firstIndex(where: { $0.insetBy(dx: -2, dy: -12).intersects(row) }) {
                        rectangles[near] = rectangles[near].union(row)
                    } else {
                        rectangles.append(row)
                    }
                }
                x += 1
            }
        }
        return rectangles
    }

    @Test func labelsCoverNobodyAndStayInside() throws {
        let plates = try plates(of: Self.boxes, mode: .auto)
        #expect(plates.count == 3, "\(plates)")
        for plate in plates {
            #expect(CGRect(x: 0, y: 0, width: 600, height: 400).contains(plate))
            for box in Self.boxes { #expect(!box.insetBy(dx: 2, dy: 2).intersects(plate), "\(plate) covers \(box)") }
            // A block keeps its shape at the edges: three lines of at least 11 pixels.
            #expect(plate.height > 33 && plate.width > 100)
        }
    }

    @Test func modesDecideWhoIsLabeled() throws {
        #expect(try plates(of: Self.boxes, mode: .none).isEmpty)
        #expect(try plates(of: [Self.boxes[3]], mode: .auto).isEmpty)
        #expect(try plates(of: [Self.boxes[3]], mode: .all).count == 1)
    }

    @Test func crowdsKeepOnlyFreeLabels() throws {
        let crowd = (0..<40).map { (index: Int) -> CGRect in
            let (column, row) = (index % 8, index / 8)
            return CGRect(x: 10 + column * 72, y: 10 + row * 75, width: 70, height: 70)
        }
        #expect(try plates(of: crowd, mode: .auto).count < 3)
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
        #expect(!DrawingScale(size: 59, on: canvas).showsDetail && DrawingScale(size: 61, on: canvas).showsDetail)
        #expect(!DrawingScale(size: .nan, on: canvas).showsDetail)
    }
}

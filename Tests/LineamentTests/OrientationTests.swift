import TestSupport
import Testing

@testable import Lineament

@Suite struct OrientationTests {
    /// Returns the displayed position of the pixel at (column, row) of a stored image of this size.
    private static func shown(
        _ column: Int, _ row: Int, _ orientation: ImageOrientation, width: Int, height: Int
    ) -> (x: Int, y: Int) {
        let (right, bottom) = (width - 1 - column, height - 1 - row)
        return switch orientation {
        case .up: (column, row)
        case .down: (right, bottom)
        case .left: (row, right)
        case .right: (bottom, column)
        case .upMirrored: (right, row)
        case .downMirrored: (column, bottom)
        case .leftMirrored: (row, column)
        case .rightMirrored: (bottom, right)
        }
    }

    @Test(arguments: ImageOrientation.allCases, [PixelFormat.gray8, .rgb8, .rgba8, .bgra8])
    func pixelsAreDisplayedAtTheRightPosition(orientation: ImageOrientation, format: PixelFormat) throws {
        for (width, height) in [(1, 1), (1, 7), (7, 1), (5, 3), (67, 33), (33, 70)] {
            let size = format.minimumBytesPerRow(plane: 0, width: 1)
            let rowLength = width * size + 5
            var generator = SeededGenerator(seed: 3)
            let bytes = (0..<rowLength * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let stored = try PixelBuffer(
                copying: bytes, width: width, height: height, format: format, bytesPerRow: [rowLength])
            let upright = try stored.upright(from: orientation)
            #expect(upright.format == format)
            #expect((upright.width == height && upright.height == width) || !orientation.swapsSides)
            let wrong = try upright.withPlanes { planes in
                (0..<width * height * size).count { index in
                    let (column, row) = (index / size % width, index / size / width)
                    let at = Self.shown(column, row, orientation, width: width, height: height)
                    let byte = planes[0].address.load(
                        fromByteOffset: at.y * planes[0].bytesPerRow + at.x * size + index % size, as: UInt8.self)
                    return byte != bytes[row * rowLength + column * size + index % size]
                }
            }
            #expect(wrong == 0, "\(width)x\(height)")
        }
    }

    @Test(arguments: ImageOrientation.allCases) func pointsMoveWithTheirPixels(orientation: ImageOrientation) {
        let (width, height) = (5, 3)
        for (column, row) in [(0, 0), (4, 0), (0, 2), (3, 1)] {
            let at = Self.shown(column, row, orientation, width: width, height: height)
            let point = orientation.stored(
                x: Double(at.x) + 0.5, y: Double(at.y) + 0.5, width: Double(width), height: Double(height))
            #expect(point == (Double(column) + 0.5, Double(row) + 0.5))
        }
    }

    /// The rotation that makes an image upright rotates a region the other way.
    @Test(arguments: QuarterTurn.allCases) func regionsAreRotatedAgainstTheImage(turn: QuarterTurn) {
        #expect(turn.orientation.regionRotation == QuarterTurn(nearest: -turn.angle).angle)
    }

    @Test func planesAreNotRotatedInPlace() throws {
        let frame = try PixelBuffer.noise(16, 16, .i420)
        #expect(throws: LineamentError.self) { try frame.upright(from: .right) }
        #expect(try UprightImage(frame, orientation: .right).pixels.format == .rgb8)
    }

    @Test func exifValuesRoundTrip() {
        #expect((1...8).compactMap { ImageOrientation(exifValue: $0)?.exifValue } == Array(1...8))
        #expect(ImageOrientation(exifValue: 6) == .right)
        #expect(ImageOrientation(exifValue: 8) == .left)
        #expect([0, 9, -1, .min, .max].allSatisfy { ImageOrientation(exifValue: $0) == nil })
    }
}

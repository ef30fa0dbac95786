// SPDX-License-Identifier: Apache-2.0
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

    /// Planes are copied upright in their own format, also those that a rotation is applied to when they are read.
    @Test(arguments: ImageOrientation.allCases, [PixelFormat.i420, .nv12FullRange])
    func planesBecomeUpright(orientation: ImageOrientation, format: PixelFormat) throws {
        let photo = try Sample.pixels().convertedToChroma(format)
        for frame in [photo, try photo.turned(.clockwise)] {
            let expected = try frame.convertedToRGB().upright(from: orientation).rgbBytes
            for upright in [try frame.upright(from: orientation), try frame.shownUpright(from: orientation)] {
                #expect(upright.format == format)
                // Chroma is sampled at the left pixel of two, which is the right one in a mirrored frame. That shows at
                // the photo's sharp edges.
                let found = try upright.convertedToRGB().rgbBytes
                #expect(zip(found, expected).count { abs(Int($0) - Int($1)) > 12 } < expected.count / 200)
            }
        }
        #expect(try UprightImage(.noise(16, 16, format), orientation: .right).pixels.format == .rgb8)
    }

    @Test(arguments: ImageOrientation.allCases) func axesAgreeWithPoints(orientation: ImageOrientation) {
        let back = orientation.inverse
        // A step to the right in the stored image is one along the axis in the upright image.
        let (start, end) = (
            back.stored(x: 0.0, y: 0, width: 1, height: 1), back.stored(x: 1.0, y: 0, width: 1, height: 1)
        )
        #expect(SIMD2(end.x - start.x, end.y - start.y) == orientation.axes.right)
        let below = back.stored(x: 0.0, y: 1, width: 1, height: 1)
        #expect(SIMD2(below.x - start.x, below.y - start.y) == orientation.axes.down)
    }

    @Test func exifValuesRoundTrip() {
        #expect((1...8).compactMap { ImageOrientation(exifValue: $0)?.exifValue } == Array(1...8))
        #expect(ImageOrientation(exifValue: 6) == .right)
        #expect(ImageOrientation(exifValue: 8) == .left)
        #expect([0, 9, -1, .min, .max].allSatisfy { ImageOrientation(exifValue: $0) == nil })
    }
}

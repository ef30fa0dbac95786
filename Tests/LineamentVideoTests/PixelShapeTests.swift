// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// Videos whose pixels are not square, as they are stored and as players show them.
@Suite struct PixelShapeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func url(_ name: String) -> URL { folder.file(name) }

    /// Writes two frames of 72 x 48 pixels, whose brightness is 16 at the left and 2 more with each column.
    /// - Parameter shape: The shape of a pixel, such as 4:3.
    private func write(_ shape: String, colorRange: String = "") throws -> URL {
        let url = url("in.y4m")
        var file = Data("YUV4MPEG2 W72 H48 F25:1 Ip A\(shape) C420jpeg\(colorRange)\n".utf8)
        for _ in 0..<2 {
            file += Data("FRAME\n".utf8)
            for _ in 0..<48 { file += (0..<72).map { UInt8(16 + 2 * $0) } }
            file += Data(repeating: 128, count: 2 * 36 * 24)
        }
        try file.write(to: url)
        return url
    }

    private var squaring: VideoReader.Options {
        var options = VideoReader.Options()
        options.squaresPixels = true
        return options
    }

    @Test func framesAreAsStoredUnlessSquaresAreRequested() throws {
        let reader = try VideoReader(write("4:3"))
        #expect(reader.width == 72)
        #expect(reader.height == 48)
        let frame = try #require(try reader.next()).pixels
        #expect(frame.width == 72)
        let last = frame.withStoredPlanes { $0[0].address.load(fromByteOffset: 71, as: UInt8.self) }
        #expect(last == 16 + 2 * 71)
    }

    /// One side is enlarged, so that nothing is lost.
    @Test(arguments: [("4:3", 96, 48), ("3:4", 72, 64), ("2:1", 144, 48), ("16:11", 104, 48), ("10:11", 72, 52)])
    func pixelsBecomeSquare(shape: String, width: Int, height: Int) throws {
        let reader = try VideoReader(write(shape), options: squaring)
        #expect(reader.width == width)
        #expect(reader.height == height)
        for _ in 0..<2 {
            let frame = try #require(try reader.next()).pixels
            #expect(frame.width == width)
            #expect(frame.height == height)
            frame.withStoredPlanes { planes in
                for column in 4..<width - 4 {
                    let value = planes[0].address.load(
                        fromByteOffset: height / 2 * planes[0].bytesPerRow + column, as: UInt8.self)
                    let expected = 15 + 2 * (Double(column) + 0.5) * 72 / Double(width)
                    #expect(abs(Double(value) - expected) < 2, "column \(column)")
                }
            }
        }
        #expect(try reader.next() == nil)
    }

    /// Unknown and impossible shapes, and those that nobody sees.
    @Test(arguments: ["1:1", "0:0", "0:1", "405:404", "404:405", "100:1", "1:100"])
    func othersStayAsTheyAre(shape: String) throws {
        let reader = try VideoReader(write(shape), options: squaring)
        #expect(reader.width == 72)
        #expect(reader.height == 48)
        #expect(try reader.next()?.pixels.width == 72)
    }

    @Test func fullRangeStaysFullRange() throws {
        let reader = try VideoReader(write("4:3", colorRange: " XCOLORRANGE=FULL"), options: squaring)
        let frame = try #require(try reader.next()).pixels
        try #require(frame.format == .i420FullRange)
        #expect(frame.withStoredPlanes { $0[0].address.load(fromByteOffset: 1, as: UInt8.self) } <= 20)
    }

    @Test func theLimitHoldsForSquarePixels() throws {
        var options = squaring
        options.maxPixels = 72 * 48
        let url = try write("2:1")
        let error = #expect(throws: LineamentError.self) { try VideoReader(url, options: options) }
        #expect(error?.code == .resourceExhausted)
    }

    /// A copy has the pixels of its source, also if they were made square to be looked at.
    @Test func copiesKeepTheShape() throws {
        let source = try write("4:3")
        for (name, options) in [("stored.mp4", VideoReader.Options()), ("square.mp4", squaring)] {
            let reader = try VideoReader(source, options: options)
            let writer = try VideoWriter(url(name), matching: reader)
            while let frame = try reader.next() { try writer.write(frame.pixels, time: frame.time) }
            try writer.finish()
        }
        for name in ["stored.mp4", "square.mp4"] {
            let copy = try VideoReader(url(name))
            #expect(copy.width == 72)
            #expect(av_q2d(copy.pixelShape) == 4.0 / 3)
        }
    }

    /// The shape is that of a pixel as stored.
    @Test(arguments: ImageOrientation.allCases) func turnedFramesBecomeSquare(orientation: ImageOrientation) throws {
        let reader = try VideoReader(write("4:3"))
        let writer = try VideoWriter(url("stored.mp4"), matching: reader)
        while let frame = try reader.next() { try writer.write(frame.pixels, time: frame.time) }
        try writer.finish()
        try Data(contentsOf: url("stored.mp4")).withDisplayMatrix(of: orientation).write(to: url("marked.mp4"))
        let marked = try VideoReader(url("marked.mp4"), options: squaring)
        #expect((marked.width, marked.height) == (orientation.swapsSides ? (48, 96) : (96, 48)))
        let frame = try #require(try marked.next()).pixels
        #expect((frame.width, frame.height) == (marked.width, marked.height))
        let plain = try #require(try VideoReader(url("stored.mp4"), options: squaring).next()).pixels
        let expected = try plain.convertedToRGB().upright(from: orientation).rgbBytes
        let found = try frame.convertedToRGB().rgbBytes
        #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 3 })
    }
}

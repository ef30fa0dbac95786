// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@testable import LineamentServer

/// The bytes of a message's head.
private struct Head {
    var version: UInt8 = 1
    var format: UInt8 = 3
    var colorMatrix: UInt8 = 0
    var range: UInt8 = 0
    var rotation: UInt16 = 0
    var reserved: UInt16 = 0
    var width: UInt32 = 4
    var height: UInt32 = 2
    var time: Int64 = 40
    var end: UInt64 = 0

    var bytes: [UInt8] {
        func little(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        return [version, format, colorMatrix, range] + little(rotation) + little(reserved) + little(width)
            + little(height) + little(time) + little(end)
    }
}

@Suite struct LiveFrameTests {
    /// Everyone's first slip.
    @Test func anImageWithoutAHeaderIsToldSo() throws {
        let error = #expect(throws: LineamentError.self) { try LiveFrameHead(Data(contentsOf: Sample.url)) }
        #expect(error?.message.contains("an image without a header") == true)
        #expect(error?.message.contains("docs/live.md") == true)
    }

    @Test func readsEveryField() throws {
        let head = try LiveFrameHead(
            Head(format: 1, colorMatrix: 2, range: 1, rotation: 270, width: 640, height: 480, time: -7).bytes)
        #expect(head.content == .i420)
        #expect(head.colorMatrix == .bt709)
        #expect(head.isFullRange)
        #expect(head.turn == .counterclockwise)
        #expect((head.width, head.height) == (640, 480))
        #expect(head.timestamp == -7)
    }

    @Test(arguments: [
        (Head(version: 2), "version"), (Head(format: 5), "format"), (Head(colorMatrix: 3), "color matrix"),
        (Head(range: 2), "color range"), (Head(rotation: 45), "rotation"), (Head(reserved: 1), "reserved"),
        (Head(width: 0), "width"), (Head(height: 0), "height"), (Head(width: .max), "width"),
        (Head(end: 1), "reserved"),
        (Head(format: 0), "width"),
    ])
    fileprivate func namesTheFieldThatIsWrong(head: Head, name: String) throws {
        let error = #expect(throws: LineamentError.self) { try LiveFrameHead(head.bytes) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(name) == true)
    }

    @Test(arguments: 0..<32) func refusesHeadsThatAreCut(count: Int) {
        #expect(throws: LineamentError.self) { try LiveFrameHead(Head().bytes.prefix(count)) }
    }

    @Test(arguments: [UInt8(1), 2, 3, 4]) func theNumberOfBytesMustFit(format: UInt8) throws {
        let head = Head(format: format, width: 4, height: 3)
        let needed = format < 3 ? 4 * 3 + 2 * (2 * 2) : 4 * 3 * 4
        for count in [0, needed - 1, needed, needed + 1] {
            let message = head.bytes + [UInt8](repeating: 100, count: count)
            let parsed = try LiveFrameHead(message)
            if count == needed {
                let image = try parsed.image(in: message, decoder: ImageDecoder())
                #expect((image.width, image.height) == (4, 3))
            } else {
                let error = #expect(throws: LineamentError.self) {
                    try parsed.image(in: message, decoder: ImageDecoder())
                }
                #expect(error?.message.contains("\(needed) bytes") == true)
            }
        }
    }

    @Test func rotationMakesFramesUpright() throws {
        // Two pixels beside each other, red and blue; a quarter turn clockwise puts red above blue.
        let message = Head(rotation: 90, width: 2, height: 1).bytes + [255, 0, 0, 255, 0, 0, 255, 255]
        let image = try LiveFrameHead(message).image(in: message, decoder: ImageDecoder())
        #expect((image.width, image.height) == (1, 2))
        try image.withPlanes { planes in
            #expect(planes[0].address.load(as: UInt8.self) == 255)
            #expect(planes[0].address.load(fromByteOffset: planes[0].bytesPerRow + 2, as: UInt8.self) == 255)
        }
    }

    @Test func framesOfTooManyPixelsAreRefused() throws {
        var decoder = ImageDecoder()
        decoder.maxPixels = 7
        let message = Head().bytes + [UInt8](repeating: 0, count: 4 * 2 * 4)
        let error = #expect(throws: LineamentError.self) {
            try LiveFrameHead(message).image(in: message, decoder: decoder)
        }
        #expect(error?.code == .resourceExhausted)
    }

    /// A frame has the pixels of its bytes, so its results are the library's.
    @Test func aFileIsDecodedAsAnImage() throws {
        let file = try Data(contentsOf: Sample.url)
        let message = Head(format: 0, width: 0, height: 0).bytes + Array(file)
        let image = try LiveFrameHead(message).image(in: message, decoder: ImageDecoder())
        #expect((image.width, image.height) == (512, 512))
    }

    @Test func damagedMessagesGiveErrorsOnly() throws {
        let whole = Head(format: 1, width: 16, height: 16).bytes + [UInt8](repeating: 128, count: 16 * 16 * 3 / 2)
        for message in Damage.overwritten(whole, copies: 2000) {
            do {
                _ = try LiveFrameHead(message).image(in: message, decoder: ImageDecoder())
            } catch is LineamentError {}
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentImages

/// Files with several images, of which one is read.
@Suite struct AnimationTests {
    private static let photo = Result { try DerivedPixels.sample().scaled(width: 64, height: 64) }

    private static func long(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    @Test func animationsAreRecognized() throws {
        let photo = try Self.photo.get()
        #expect(!ImageDecoder.hasMorePictures(PNGFile(photo).data))
        var animated = PNGFile(photo)
        animated.chunks = [("acTL", Self.long(3) + Self.long(0))]
        #expect(ImageDecoder.hasMorePictures(animated.data))
        let still = StillFile.gif(photo.gray())
        #expect(!ImageDecoder.hasMorePictures(still))
        #expect(try !ImageDecoder.hasMorePictures(StillFile.vips(photo, ".webp")))
        #expect(!ImageDecoder.hasMorePictures(Data()))
        // The picture of a GIF file follows its header and 256 colors; the last byte ends the file.
        let picture = still[(13 + 768)..<(still.count - 1)]
        #expect(ImageDecoder.hasMorePictures(still.dropLast() + picture + [0x3b]))
    }

    @Test func whatIsReadIsTheFirstPicture() throws {
        let photo = try Self.photo.get()
        let still = StillFile.gif(photo.gray())
        let other = StillFile.gif(photo.mirrored().gray())
        let picture = other[(13 + 768)..<(other.count - 1)]
        let pixels = try ImageDecoder().decode(still.dropLast() + picture + [0x3b])
        #expect(DerivedPixels(pixels).meanDifference(from: photo.gray()) == 0)
    }

    /// Of a TIFF file it is the first image that is no smaller copy of another.
    @Test func thumbnailsOfTIFFFilesAreSkipped() throws {
        let photo = try Self.photo.get()
        let thumbnail = DerivedPixels(width: 8, height: 8, red: 255, green: 0, blue: 0)
        let file = StillFile.tiff(thumbnail, photo)
        let pixels = try ImageDecoder().decode(file, name: "a.tif")
        #expect(pixels.width == 64)
        #expect(DerivedPixels(pixels).meanDifference(from: photo) == 0)
        var decoder = ImageDecoder()
        decoder.willDecode = { #expect($0 == 64 * 64 * 4) }
        #expect(try decoder.decode(file).height == 64)
    }

    @Test func videosAreRecognized() throws {
        #expect(ImageDecoder.looksLikeVideo(Data([0, 0, 0, 24] + Array("ftypisom".utf8))))
        #expect(ImageDecoder.looksLikeVideo(Data([0x1a, 0x45, 0xdf, 0xa3])))
        #expect(ImageDecoder.looksLikeVideo(Data(Array("RIFF".utf8) + [0, 0, 0, 0] + Array("AVI LIST".utf8))))
        #expect(!ImageDecoder.looksLikeVideo(Data([0, 0, 0, 24] + Array("ftypavif".utf8))))
        #expect(try !ImageDecoder.looksLikeVideo(PNGFile(Self.photo.get()).data))
        #expect(!ImageDecoder.looksLikeVideo(Data()))
        #expect(!ImageDecoder.looksLikeVideo(Data("Ghost".utf8)))
    }

    /// A JPEG XL file of 16 x 16 pixels, blue on the left and red on the right.
    private static let jpegXL = Data(
        base64Encoded:
            "/wpDBgASiAIAtAFd5RIAABUqo4wbvJzr+fJDh8W0jesMbbVtYUmiyDg2SSdwSBIrgO4mJAEVEJ2Yt0Q0vJHcGoRuZ81AWAAV"
            + "UiBPMfLiKWOMMTMvg2KMKQ57Ks3Jm3t2JSZl5XnReQxq0/P4nzuHYlUvUpPX3aBQ")

    @Test func jpegXLIsReadWhereLibvipsCan() throws {
        let file = try #require(Self.jpegXL)
        do {
            let pixels = try ImageDecoder().decode(file, name: "a.jxl")
            #expect(pixels.width == 16)
            #expect(pixels.height == 16)
            let bytes = try pixels.convertedToRGB().rgbBytes
            #expect(bytes[2] > 200)
            #expect(bytes[3 * 15] > 200)
        } catch let error as LineamentError {
            #expect(error.code == .unimplemented)
            #expect(error.message.contains("libvips"))
        }
        var decoder = ImageDecoder()
        decoder.acceptsJPEGXL = false
        let error = #expect(throws: LineamentError.self) { try decoder.decode(file, name: "a.jxl") }
        #expect(error?.code == .unimplemented)
        #expect(error?.message.contains("JPEG XL") == true)
    }
}

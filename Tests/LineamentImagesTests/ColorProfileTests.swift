import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct ColorProfileTests {
    /// Returns a profile without tables, but with as much to compress as others have: libpng drops what is next to nothing.
    private static func profile(_ colorSpace: String, size: Int = 600) -> Data {
        var bytes = Data(count: 132) + Data((132..<size).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) })
        for (index, shift) in [24, 16, 8, 0].enumerated() { bytes[index] = UInt8(size >> shift & 255) }
        for (place, word) in [(12, "mntr"), (16, colorSpace), (20, "XYZ "), (36, "acsp")] {
            bytes.replaceSubrange(place..<place + 4, with: Data(word.utf8))
        }
        bytes[8] = 4
        // The illuminant D50.
        bytes.replaceSubrange(68..<80, with: [0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d])
        return bytes
    }

    private static func pixels(_ format: PixelFormat) throws -> PixelBuffer {
        let size = format == .gray8 ? 1 : 3
        return try PixelBuffer(copying: [UInt8](repeating: 90, count: 64 * size), width: 8, height: 8, format: format)
    }

    @Test(arguments: ImageEncoder.Format.allCases, [600, 70_000, 200_000])
    func filesKeepProfiles(format: ImageEncoder.Format, size: Int) throws {
        let profile = Self.profile("RGB ", size: size)
        let file = try ImageEncoder().encode(Self.pixels(.rgb8).withColorProfile(profile), as: format)
        let decoded = try ImageDecoder().decode(file)
        #expect(decoded.colorProfile == profile)
        let again = try ImageDecoder().decode(ImageEncoder().encode(decoded, as: format))
        #expect(again.colorProfile == profile)
    }

    @Test(arguments: [ImageEncoder.Format.jpeg, .png])
    func profilesOfOtherChannelsAreDropped(format: ImageEncoder.Format) throws {
        for (pixels, space) in [(PixelFormat.rgb8, "GRAY"), (.gray8, "RGB "), (.rgb8, "CMYK")] {
            let file = try ImageEncoder().encode(
                Self.pixels(pixels).withColorProfile(Self.profile(space)), as: format)
            #expect(try ImageDecoder().decode(file).colorProfile == nil)
        }
        let gray = Self.profile("GRAY")
        let file = try ImageEncoder().encode(Self.pixels(.gray8).withColorProfile(gray), as: format)
        #expect(try ImageDecoder().decode(file).colorProfile == gray)
    }

    @Test(arguments: ImageEncoder.Format.allCases)
    func whatIsNoProfileIsDropped(format: ImageEncoder.Format) throws {
        var empty = Data(count: 200)
        empty.replaceSubrange(16..<20, with: Data("RGB ".utf8))
        var hollow = empty
        hollow.replaceSubrange(36..<40, with: Data("acsp".utf8))
        for bytes in [Data(), Data("acsp".utf8), empty, hollow] {
            let file = try ImageEncoder().encode(Self.pixels(.rgb8).withColorProfile(bytes), as: format)
            let decoded = try ImageDecoder().decode(file)
            #expect(decoded.width == 8 && [nil, hollow].contains(decoded.colorProfile))
        }
    }

    /// A file that is cut between the parts of its profile has none.
    @Test func incompleteProfilesAreDropped() throws {
        let profile = Self.profile("RGB ", size: 70_000)
        let file = try ImageEncoder().encode(Self.pixels(.rgb8).withColorProfile(profile), as: .jpeg)
        let second = try #require(file.range(of: Data("ICC_PROFILE\0\u{2}".utf8)))
        var damaged = file
        damaged[second.lowerBound] = 0
        #expect(try ImageDecoder().decode(damaged).colorProfile == nil)
    }
}

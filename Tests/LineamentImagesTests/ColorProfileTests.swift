// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct ColorProfileTests {
    private static let mark = "Secret-profile-0123456789"

    private static func pixels(_ format: PixelFormat) throws -> PixelBuffer {
        let size = format == .gray8 ? 1 : 3
        return try PixelBuffer(copying: [UInt8](repeating: 90, count: 64 * size), width: 8, height: 8, format: format)
    }

    /// Returns the profile of a file that is written with one.
    private static func kept(_ profile: Data, as format: ImageEncoder.Format) throws -> Data? {
        let file = try ImageEncoder().encode(pixels(.rgb8).withColorProfile(profile), as: format)
        return try ImageDecoder().decode(file).colorProfile
    }

    /// Returns an element of a profile; nil if there is none.
    private static func element(_ name: String, of profile: Data) -> Data? {
        let bytes = [UInt8](profile)
        func long(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        for entry in stride(from: 132, to: 132 + 12 * long(128), by: 12)
        where bytes[entry..<entry + 4].elementsEqual(name.utf8) {
            return Data(bytes[long(entry + 4)..<long(entry + 4) + long(entry + 8)])
        }
        return nil
    }

    @Test(arguments: ImageEncoder.Format.allCases, [UInt8(2), 4])
    func whatColorsNeedIsKept(format: ImageEncoder.Format, version: UInt8) throws {
        let profile = ICCProfile.plain(version: version)
        let kept = try #require(try Self.kept(profile, as: format))
        for (name, body) in ICCProfile.elements(of: "RGB ") {
            #expect(Self.element(name, of: kept) == Data(body), "\(name)")
        }
        #expect(kept[8] == version)
        #expect(kept.count == kept.prefix(4).reduce(0) { $0 << 8 | Int($1) })
        #expect(try Self.kept(kept, as: format) == kept)
    }

    @Test(arguments: ImageEncoder.Format.allCases) func nothingElseIsKept(format: ImageEncoder.Format) throws {
        let (profile, places) = ICCProfile.marked(Self.mark)
        #expect(places > 30)
        let kept = try #require(try Self.kept(profile, as: format))
        #expect(kept.range(of: Data("Secr".utf8)) == nil)
        #expect(kept.range(of: Data("0123".utf8)) == nil)
        #expect(kept == (try Self.kept(ICCProfile.plain(), as: format)))
    }

    /// A decoded image has no more of a profile than a file that is written.
    @Test func decodedImagesHaveWhatColorsNeed() throws {
        let (profile, _) = ICCProfile.marked(Self.mark)
        let plain = try ImageEncoder().encode(Self.pixels(.rgb8), as: .jpeg)
        let segment = Data("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile
        let head = Data([0xff, 0xe2, UInt8((segment.count + 2) >> 8), UInt8((segment.count + 2) & 255)])
        let decoded = try ImageDecoder().decode(plain.prefix(2) + head + segment + plain.dropFirst(2))
        #expect(decoded.colorProfile == (try Self.kept(ICCProfile.plain(), as: .jpeg)))
    }

    /// Tables are kept to the last number: with 8 and 16 bits, and in the parts of version 4.
    @Test func tablesAreKept() throws {
        let matrix = [UInt8](repeating: 1, count: 36)
        let old =
            Array("mft1".utf8) + ICCProfile.long(0) + [3, 3, 2, 0] + matrix
            + (0..<1536 + 24).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let curve = Array("para".utf8) + ICCProfile.long(0) + [0, 0, 0, 0] + ICCProfile.long(0x10000)
        let new =
            Array("mAB ".utf8) + ICCProfile.long(0) + [3, 3, 0, 0] + ICCProfile.long(32)
            + ICCProfile.long(0) + ICCProfile.long(0) + ICCProfile.long(80) + ICCProfile.long(124) + curve + curve
            + curve + [2, 2, 2] + [UInt8](repeating: 0, count: 13) + [1, 0, 0, 0] + (0..<24).map { UInt8($0) }
            + curve + curve + curve
        for (table, version) in [(old, UInt8(2)), (new, 4)] {
            let text = Array(Self.mark.utf8)
            let file = ICCProfile.file("RGB ", version: version, [("A2B0", table + text)])
            let kept = try #require(try Self.kept(file, as: .jpeg))
            #expect(Self.element("A2B0", of: kept) == Data(table))
        }
    }

    @Test(arguments: [ImageEncoder.Format.jpeg, .png])
    func profilesOfOtherChannelsAreDropped(format: ImageEncoder.Format) throws {
        for (pixels, space) in [(PixelFormat.rgb8, "GRAY"), (.gray8, "RGB "), (.rgb8, "CMYK")] {
            let file = try ImageEncoder().encode(
                Self.pixels(pixels).withColorProfile(ICCProfile.plain(space)), as: format)
            #expect(try ImageDecoder().decode(file).colorProfile == nil)
        }
        let gray = ICCProfile.plain("GRAY")
        let file = try ImageEncoder().encode(Self.pixels(.gray8).withColorProfile(gray), as: format)
        let kept = try #require(try ImageDecoder().decode(file).colorProfile)
        #expect(Self.element("kTRC", of: kept) != nil)
    }

    @Test(arguments: ImageEncoder.Format.allCases)
    func whatIsNoProfileIsDropped(format: ImageEncoder.Format) throws {
        var empty = Data(count: 200)
        empty.replaceSubrange(16..<20, with: Data("RGB ".utf8))
        var hollow = empty
        hollow.replaceSubrange(36..<40, with: Data("acsp".utf8))
        // Arbitrary numbers in the place of a curve, and an element beyond the end.
        let noise =
            Array("curv".utf8) + ICCProfile.long(0) + ICCProfile.long(64)
            + (0..<128).map { UInt8(truncatingIfNeeded: $0 * 89) }
        let wild = ICCProfile.elements(of: "RGB ").map { ($0.name, $0.name == "gTRC" ? noise : $0.body) }
        let cut = ICCProfile.plain().dropLast(20)
        let files = [Data(), Data("acsp".utf8), empty, hollow, cut, ICCProfile.file("RGB ", version: 2, wild)]
        for bytes in files { #expect(try Self.kept(bytes, as: format) == nil) }
    }

    /// No bytes crash the reader, and what it makes of them it reads again as it is.
    @Test func damagedProfilesAreReadOrDropped() throws {
        var random = SeededGenerator(seed: 11)
        let (profile, _) = ICCProfile.marked(Self.mark)
        for _ in 0..<300 {
            var damaged = profile
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                damaged = damaged.prefix(Int.random(in: 0..<damaged.count, using: &random))
            }
            guard let kept = try Self.kept(Data(damaged), as: .jpeg) else { continue }
            #expect(try Self.kept(kept, as: .jpeg) == kept)
        }
    }

    /// A file that is cut between the parts of its profile has none.
    @Test func incompleteProfilesAreDropped() throws {
        let large = ICCProfile.elements(of: "RGB ").map { name, body in
            (name, name.hasSuffix("TRC") ? Self.rising(name) : body)
        }
        let table =
            Array("mft1".utf8) + ICCProfile.long(0) + [3, 3, 30, 0] + [UInt8](repeating: 0, count: 36)
            + [UInt8](repeating: 7, count: 1536 + 81_000)
        let profile = ICCProfile.file("RGB ", version: 2, large + [("A2B0", table)])
        let file = try ImageEncoder().encode(Self.pixels(.rgb8).withColorProfile(profile), as: .jpeg)
        let second = try #require(file.range(of: Data("ICC_PROFILE\0\u{2}".utf8)))
        #expect(try ImageDecoder().decode(file).colorProfile != nil)
        var damaged = file
        damaged[second.lowerBound] = 0
        #expect(try ImageDecoder().decode(damaged).colorProfile == nil)
    }

    private static func rising(_ name: String) -> [UInt8] {
        let shift = Int(name.utf8.first ?? 0) % 7
        return Array("curv".utf8) + ICCProfile.long(0) + ICCProfile.long(4096)
            + (0..<4096).flatMap { index in
                let value = min(65535, index * 16 + shift)
                return [UInt8(value >> 8), UInt8(value & 255)]
            }
    }
}

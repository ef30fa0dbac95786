// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// HEIC and AVIF files with marks in boxes that are no pixels.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct HeifMarksTests {
    @Test(arguments: ["formats/heic.heic", "formats/avif.avif"]) func nothingButPixelsIsCopied(path: String) throws {
        let mark = Data("SecretMark".utf8)
        var file = try Data(contentsOf: TestData.url(path))
        for name in ["free", "skip", "uuid", "udta", "mdat", "priv"] {
            let body = Data(repeating: 7, count: 16) + mark
            file += Data(ICCProfile.long(body.count + 8) + Array(name.utf8)) + body
        }
        let pixels = try ImageDecoder().decode(file)
        for format in ImageEncoder.Format.allCases {
            let copy = try ImageEncoder().encode(pixels, as: format)
            #expect(copy.range(of: mark) == nil)
            #expect(copy.range(of: Data("adobe".utf8)) == nil)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentTools

/// The boxes of another detector as lines of JSON, for one input.
@Suite struct GivenBoxFileTests {
    private static let box = #"{"x": 1, "y": 2, "width": 3, "height": 4}"#
    private static let named = #"{"file": "a.png", "x": 5, "y": 2, "width": 3, "height": 4}"#

    @Test func boxesOfTheOnlyInputMayNameIt() throws {
        let file = try GivenBoxFile(jsonLines: Self.box + "\n\n" + Self.named)
        #expect(try file.boxes(ofOnly: "a.png", isVideo: false).map(\.rect.minX) == [5, 1])
    }

    @Test func aFileMayBeginWithTheMarkOfUTF8() throws {
        let file = try GivenBoxFile(jsonLines: "\u{FEFF}" + Self.box)
        #expect(try file.boxes(ofOnly: "a.png", isVideo: false).count == 1)
    }

    @Test(arguments: ["b.png", nil]) func boxesOfAnotherFileAreRefused(name: String?) throws {
        let file = try GivenBoxFile(jsonLines: Self.named)
        let error = #expect(throws: LineamentError.self) { try file.boxes(ofOnly: name, isVideo: false) }
        #expect(error?.message.hasPrefix("There are boxes for a.png, which is no input.") == true)
    }

    @Test func boxesOfVideosNeedAFrame() throws {
        let file = try GivenBoxFile(jsonLines: Self.box)
        let error = #expect(throws: LineamentError.self) { try file.boxes(ofOnly: nil, isVideo: true) }
        #expect(error?.message.contains("need a time") == true)
    }
}

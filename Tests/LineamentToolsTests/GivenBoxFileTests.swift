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
        #expect(try file.boxes(ofOnly: "a.png", isVideo: false, start: 0).map(\.rect.minX) == [5, 1])
    }

    @Test func aFileMayBeginWithTheMarkOfUTF8() throws {
        let file = try GivenBoxFile(jsonLines: "\u{FEFF}" + Self.box)
        #expect(try file.boxes(ofOnly: "a.png", isVideo: false, start: 0).count == 1)
    }

    @Test(arguments: ["b.png", nil]) func boxesOfAnotherFileAreRefused(name: String?) throws {
        let file = try GivenBoxFile(jsonLines: Self.named)
        let error = #expect(throws: LineamentError.self) { try file.boxes(ofOnly: name, isVideo: false, start: 0) }
        #expect(error?.message.hasPrefix("There are boxes for a.png, which is no input.") == true)
    }

    @Test func boxesOfVideosNeedAFrame() throws {
        let file = try GivenBoxFile(jsonLines: Self.box)
        let error = #expect(throws: LineamentError.self) { try file.boxes(ofOnly: nil, isVideo: true, start: 0) }
        #expect(error?.message.contains("need a time") == true)
    }

    /// Numbers count from the beginning of the video, and reading that begins later does not know them.
    @Test func boxesOfAPartOfAVideoNeedTimes() throws {
        let numbered = try GivenBoxFile(jsonLines: #"{"frame": 30, "boxes": [\#(Self.box)]}"#)
        let timed = try GivenBoxFile(jsonLines: #"{"time": 1.2, "boxes": [\#(Self.box)]}"#)
        #expect(try numbered.boxes(ofOnly: nil, isVideo: true, start: 0).count == 1)
        #expect(try timed.boxes(ofOnly: nil, isVideo: true, start: 0.5).count == 1)
        let error = #expect(throws: LineamentError.self) {
            try numbered.boxes(ofOnly: nil, isVideo: true, start: 0.5)
        }
        #expect(error?.message.contains("need times") == true)
    }
}

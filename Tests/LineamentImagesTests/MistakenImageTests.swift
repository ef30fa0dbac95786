// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct MistakenImageTests {
    private static let photo = Result { try Data(contentsOf: Sample.url) }

    @Test func base64IsNamed() throws {
        let text = try Self.photo.get().base64EncodedString(options: .lineLength76Characters)
        for body in [text, "\n" + text, "\"\(text)\""] {
            #expect(MistakenImage(Data(body.utf8)) == .base64)
        }
        #expect(MistakenImage(Data("data:image/png;base64,\(text)".utf8)) == .dataURI)
    }

    @Test func videosAreNamed() throws {
        let clip = Data([0, 0, 0, 24] + Array("ftypisom".utf8))
        #expect(MistakenImage(clip) == .video)
        let error = #expect(throws: LineamentError.self) { try ImageDecoder().decode(clip, name: "clip.mp4") }
        #expect(error?.message.hasPrefix("clip.mp4 is a video, not an image file.") == true)
    }

    @Test(arguments: ["", "text", "VGV4dA==", "{}", "da", String(repeating: "A", count: 1000)])
    func nothingIsSaidOfAnythingElse(text: String) {
        #expect(MistakenImage(Data(text.utf8)) == nil)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct BackgroundTests {
    private static func corner(of name: String, in scratch: Scratch) throws -> [UInt8] {
        let image = try ImageDecoder().decode(contentsOf: scratch.url(name))
        return Array(image.rgbBytes[0..<3])
    }

    @Test(arguments: ["pose-landmarker", "holistic-landmarker"])
    func peopleAreDrawnOnAColor(command: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament \(command) photo.png --annotate drawn.png --background '#204060'", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Self.corner(of: "drawn.png", in: scratch) == [0x20, 0x40, 0x60])
        // Masks are written where a folder is named, and only there.
        #expect(try JSON(outcome.output)["segmentationMasks"] == nil)
    }

    @Test func copiesInAFolderCanBeTransparent() throws {
        let scratch = try Scratch()
        let photo = try Sample.pixels()
        for name in ["a.jpg", "b.webp"] { try ImageEncoder().write(photo, to: scratch.url(name)) }
        let outcome = try Program.shell(
            "lineament pose-landmarker a.jpg b.webp --annotate out/ --background none", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url("out").path).sorted()
        #expect(files == ["a.jpg.png", "b.webp"])
        // The color type of PNG is the tenth byte of the header: 6 is RGB with alpha.
        #expect(try Data(contentsOf: scratch.url("out/a.jpg.png"))[25] == 6)
    }

    @Test func framesOfVideosHaveBackgrounds() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 4)
        let outcome = try Program.shell(
            "lineament pose-landmarker clip.mp4 --annotate drawn.mp4 --background blur", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == 4, "\(outcome.errors)")
    }

    @Test(arguments: [
        ("--background none", "--background requires --annotate."),
        ("--background none --annotate x.jpg", "JPEG has no transparency"),
        ("--background nix.png --annotate x.jpg", "there is no file nix.png"),
        ("--background blur --annotate x.jpg --world-view", "--world-view and --background exclude each other"),
    ])
    func whatCannotBeDrawnIsRefused(arguments: String, message: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament pose-landmarker photo.png \(arguments)", in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(arguments: [
        "pose-landmarker photo.png --background x.png --annotate", "redact photo.png --how x.png --output",
    ])
    func anImageThatIsReadIsNotOverwritten(command: String) throws {
        let scratch = try Scratch()
        for name in ["photo.png", "x.png"] { try FileManager.default.copyItem(at: Sample.url, to: scratch.url(name)) }
        let outcome = try Program.shell("lineament \(command) x.png", in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("would overwrite the image x.png"), "\(outcome.errors)")
        #expect(try Data(contentsOf: scratch.url("x.png")) == Data(contentsOf: Sample.url))
    }

    @Test func videosCannotBeTransparent() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 2)
        let outcome = try Program.shell(
            "lineament pose-landmarker clip.mp4 --annotate drawn/ --background none", in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("clip.mp4 is a video"), "\(outcome.errors)")
    }
}

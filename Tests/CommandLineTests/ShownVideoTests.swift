// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentVideo
import TestSupport
import Testing

/// Inputs that are other than their names say, animations, and videos whose pixels are not square.
@Suite struct ShownVideoTests {
    @Test func wrongNamesAreExplained() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.mp4"))
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        try FileManager.default.moveItem(at: scratch.url("clip.mp4"), to: scratch.url("clip.jpg"))
        let photo = try Program.run("face-detector", "photo.mp4", in: scratch.folder)
        #expect(photo.status == 1)
        #expect(photo.errors.contains("If it is an image, add --running-mode image."))
        #expect(
            try Program.run("face-detector", "photo.mp4", "--running-mode", "image", in: scratch.folder).status == 0)
        let clip = try Program.run("face-detector", "clip.jpg", in: scratch.folder)
        #expect(clip.status == 1)
        #expect(clip.errors.contains("is a video. To read it as one, add --running-mode video."))
        #expect(try Program.run("face-detector", "clip.jpg", "--running-mode", "video", in: scratch.folder).status == 0)
        // What is neither has no such hint.
        try Data("text".utf8).write(to: scratch.url("text.mp4"))
        let text = try Program.run("face-detector", "text.mp4", in: scratch.folder)
        #expect(!text.errors.contains("--running-mode"))
    }

    @Test func animationsSayThatThereIsMore() throws {
        let scratch = try Scratch()
        var file = PNGFile(try DerivedPixels.sample())
        // Three pictures, repeated for ever.
        file.chunks = [("acTL", [0, 0, 0, 3, 0, 0, 0, 0])]
        try file.data.write(to: scratch.url("a.png"))
        let note =
            "a.png is an animation, of which only the first picture was read. --running-mode video reads it whole."
        let outcome = try Program.run("face-detector", "a.png", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.lines.count == 1)
        #expect(outcome.errors.components(separatedBy: note).count == 2, "\(outcome.errors)")
        let quiet = try Program.run("face-detector", "a.png", "--quiet", in: scratch.folder)
        #expect(!quiet.errors.contains("animation"))
        let still = try Program.run("face-detector", Sample.url.path)
        #expect(!still.errors.contains("animation"))
    }

    /// Stills among them are no videos.
    @Test func animationsInFoldersAreVideos() throws {
        let scratch = try Scratch()
        var file = PNGFile(try DerivedPixels.sample())
        file.chunks = [("acTL", [0, 0, 0, 3, 0, 0, 0, 0])]
        try file.data.write(to: scratch.url("moving.png"))
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("still.png"))
        let outcome = try Program.run(
            "face-detector", ".", "--running-mode", "video", "--format", "json", in: scratch.folder)
        #expect((outcome.output + outcome.errors).contains("moving.png"))
        #expect(!(outcome.output + outcome.errors).contains("still.png"))
        try FileManager.default.removeItem(at: scratch.url("moving.png"))
        let empty = try Program.run("face-detector", ".", "--running-mode", "video", in: scratch.folder)
        #expect(empty.status == 1)
        #expect(empty.errors.contains("and animated avif, png, webp)."))
    }

    /// Writes the sample photo as a video of one frame, squeezed to three quarters of its width.
    private func squeezed(to url: URL) throws {
        let photo = try DerivedPixels.sample().scaled(width: 384, height: 512)
        var file = Data("YUV4MPEG2 W384 H512 F25:1 Ip A4:3 C444\nFRAME\n".utf8)
        var planes = [[UInt8]](repeating: [], count: 3)
        for pixel in stride(from: 0, to: photo.bytes.count, by: 3) {
            let (red, green, blue) = (
                Double(photo.bytes[pixel]), Double(photo.bytes[pixel + 1]), Double(photo.bytes[pixel + 2])
            )
            planes[0].append(UInt8(16 + 0.257 * red + 0.504 * green + 0.098 * blue))
            planes[1].append(UInt8(128 - 0.148 * red - 0.291 * green + 0.439 * blue))
            planes[2].append(UInt8(128 + 0.439 * red - 0.368 * green - 0.071 * blue))
        }
        for plane in planes { file += Data(plane) }
        try file.write(to: url)
    }

    /// Returns the box of the first face.
    private func box(_ outcome: Program.Outcome) throws -> [Int] {
        let detections = try #require(outcome.objects.first?["detections"] as? [[String: Any]])
        let box = try #require(detections.first?["boundingBox"] as? [String: Int])
        return ["x", "y", "width", "height"].map { box[$0, default: -99] }
    }

    @Test func squeezedVideosAreSeenAsPlayersShowThem() throws {
        let scratch = try Scratch()
        try squeezed(to: scratch.url("a.y4m"))
        let video = [scratch.url("a.y4m").path, "--running-mode", "video"]
        let shown = try Program.run(["face-detector"] + video)
        #expect(shown.objects.map { $0["width"] as? Int } == [512], "\(shown.errors)")
        #expect(shown.objects.map { $0["height"] as? Int } == [512])
        let photo = try Program.run(["face-detector", Sample.url.path])
        let (found, expected) = (try box(shown), try box(photo))
        for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 8) }
        let stored = try Program.run(["face-detector"] + video + ["--range", "short"])
        #expect(stored.objects.map { $0["width"] as? Int } == [384])
    }

    /// Areas are found where people see them, while the copy has the pixels of the original.
    @Test func redactedCopiesKeepTheirPixels() throws {
        let scratch = try Scratch()
        try squeezed(to: scratch.url("a.y4m"))
        let outcome = try Program.run(
            "redact", scratch.url("a.y4m").path, "--running-mode", "video", "--output", scratch.url("copy.mp4").path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let reader = try VideoReader(scratch.url("copy.mp4"))
        #expect(reader.width == 384)
        #expect(reader.height == 512)
        var options = VideoReader.Options()
        options.squaresPixels = true
        #expect(try VideoReader(scratch.url("copy.mp4"), options: options).width == 512)
    }
}

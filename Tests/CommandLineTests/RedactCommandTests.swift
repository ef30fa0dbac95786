// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentVideo
import TestSupport
import Testing

@Suite struct RedactCommandTests {
    /// Returns the number of faces that the detector finds in files.
    private static func faces(in files: String, _ scratch: Scratch) throws -> Int {
        let outcome = try Program.shell("lineament face-detector \(files) --format json", in: scratch.folder)
        return try outcome.lines.map { try JSON($0)["detections"]?.items.count ?? 0 }.reduce(0, +)
    }

    @Test(arguments: ["blur", "pixelate", "fill", "stamp.png"], ["faces", "heads", "people"])
    func nobodyIsFoundAfterwards(how: String, what: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        try PixelBuffer(copying: [255, 0, 0], width: 1, height: 1, format: .rgb8).write(to: scratch.url("stamp.png"))
        let outcome = try Program.shell(
            "lineament redact photo.png --output out.png --how \(how) --what \(what)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let line = try JSON(outcome.output)
        #expect(line["covered"]?.items.isEmpty == false)
        #expect(line["redacted"] == .string("out.png"))
        #expect(try Self.faces(in: "photo.png", scratch) == 1)
        #expect(try Self.faces(in: "out.png", scratch) == 0)
    }

    /// An animation, or a video whose extension is not known, is an image until the command is told otherwise.
    @Test func aVideoAsOutputOfAnImageNeedsTheMode() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament redact photo.png --output out.mp4", in: scratch.folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("If photo.png is a video, add --running-mode video."), "\(outcome.errors)")
    }

    @Test func videosAreRedactedInEveryFrame() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 40)
        let outcome = try Program.shell(
            "lineament redact clip.mp4 --output folder/ --report report.jsonl --crf 18", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.errors)")
        #expect(try Self.faces(in: "clip.mp4", scratch) == 40)
        #expect(try Self.faces(in: "folder/clip.mp4", scratch) == 0)
        let report = try String(contentsOf: scratch.url("report.jsonl"), encoding: .utf8)
        let lines = try report.split(separator: "\n").map { try JSON(String($0)) }
        try #require(lines.count == 40)
        #expect(lines.allSatisfy { $0["covered"]?.items.count == 1 })
        #expect(lines[7]["covered"]?[0]["trackID"] == .number(1))
        let (before, after) = (
            try VideoReader(scratch.url("clip.mp4")), try VideoReader(scratch.url("folder/clip.mp4"))
        )
        #expect(before.width == after.width)
        #expect(before.frameRate == after.frameRate)

        let kept = try Program.shell("lineament redact clip.mp4 --output kept.mp4 --keep 1", in: scratch.folder)
        #expect(kept.status == 0)
        #expect(try Self.faces(in: "kept.mp4", scratch) == 40)
    }

    @Test func whoIsKeptStaysVisible() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament redact photo.png --output out.png --keep largest", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(try JSON(outcome.output)["covered"]?.items.isEmpty == true)
        let (before, after) = (try Sample.pixels(), try ImageDecoder().decode(contentsOf: scratch.url("out.png")))
        #expect(before.rgbBytes == after.rgbBytes)
    }

    @Test func reviewsShowWhatWouldBeCovered() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament redact photo.png --output out.png --review", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(try JSON(outcome.output)["review"] == .string("out.png"))
        #expect(try Self.faces(in: "out.png", scratch) == 1)
    }

    /// The comment, the camera data and what follows the image are left behind.
    @Test func onlyPixelsAreCopied() throws {
        let scratch = try Scratch()
        let plain = try ImageEncoder().encode(Sample.pixels(), as: .jpeg)
        func segment(_ marker: UInt8, _ text: String) -> Data {
            let bytes = Data(text.utf8)
            return Data([0xff, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)]) + bytes
        }
        let exif = "Exif\0\0MM\0*\0\0\0\u{8}\0\0Secret place"
        let secrets =
            segment(0xe1, exif) + segment(0xe1, "http://ns.adobe.com/xap/1.0/\0Secret name")
            + segment(0xed, "Photoshop 3.0\0Secret title") + segment(0xfe, "Secret comment")
        try (plain.prefix(2) + secrets + plain.dropFirst(2) + Data("Secret video".utf8)).write(to: scratch.url("a.jpg"))
        for name in ["a.jpg", "a.png", "a.webp"] {
            let outcome = try Program.shell("lineament redact a.jpg --output out/\(name)", in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let copy = try Data(contentsOf: scratch.url("out/\(name)"))
            #expect(copy.range(of: Data("Secret".utf8)) == nil, "\(name)")
        }
    }

    @Test func badUsageIsRefused() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        for (options, text) in [
            ("photo.png", "--output"), ("photo.png --output photo.png", "photo.png"),
            ("photo.png --output o.png --how no.png", "--how must be"),
            ("photo.png --output o.png --keep 0", "--keep must be"),
            ("clip.mp4 --output o.mp4 --keep largest", "--keep largest is for images"),
            ("photo.png --output o.png --keep largest --what people", "--keep leaves faces and heads visible"),
            ("photo.png --output o.png --min-detection-confidence 2", "from 0 to 1"),
            ("photo.png clip.mp4 --output o.png", "--output needs a folder"),
            ("photo.png --output ''", "--output is empty"),
            ("photo.png --output - --report -", "such as --report results.jsonl"),
            ("clip.mp4 --output o.mp4 --crf 99", "--crf"),
            ("clip.mp4 --output o.mp4 --crf 52", "--crf must be from 0 to 51 for .mp4"),
            ("photo.png clip.mp4 --output o/ --crf 52", "--crf must be from 0 to 51 for .mp4"),
            ("photo.png --output o.png --crf 52", "--crf must be 0 to 51"),
            ("clip.mp4 --output -", "--output - draws one image"),
            ("photo.png clip.mp4 --output -", "--output - draws one image"),
            ("clip.mp4 --output o.mp4 --keep 1 --what people", "--keep leaves faces and heads visible"),
            ("photo.png --output o.png --keep 1,,2", "--keep must be"),
            ("photo.png --output o.png --min-detection-confidence nan", "from 0 to 1"),
        ] {
            let outcome = try Program.shell("lineament redact \(options)", in: scratch.folder)
            #expect(outcome.status == 2, "\(options): \(outcome.errors)")
            #expect(outcome.errors.contains(text), "\(options): \(outcome.errors)")
        }
        for name in ["o.png", "o.mp4", "o", "-"] {
            #expect(!FileManager.default.fileExists(atPath: scratch.url(name).path), "\(name)")
        }
    }

    /// A copy on standard output is nothing but the image, unless the report has a file.
    @Test func oneImageGoesToStandardOutput() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament redact photo.png --output - > out.png; lineament redact photo.png --output - --report r.jsonl > b.png",
            in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.errors)")
        #expect(try Self.faces(in: "out.png", scratch) == 0)
        #expect(try Data(contentsOf: scratch.url("out.png")) == Data(contentsOf: scratch.url("b.png")))
        let report = try String(contentsOf: scratch.url("r.jsonl"), encoding: .utf8)
        #expect(try JSON(report)["covered"]?.items.count == 1)
    }

    @Test func aTrackThatIsNotThereIsNamed() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 10)
        let outcome = try Program.shell("lineament redact clip.mp4 --output out.mp4 --keep 1,99", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("there is no track 99"))
        #expect(outcome.errors.contains("The tracks are: 1."))
        #expect(try JSON(String(outcome.lines[0]))["keptTracks"] == .array([.number(1)]))
        let quiet = try Program.shell("lineament redact clip.mp4 --output out.mp4 --keep 99 -q", in: scratch.folder)
        #expect(quiet.status == 0)
        #expect(!quiet.errors.contains("99"))
        let there = try Program.shell("lineament redact clip.mp4 --output out.mp4 --keep 1", in: scratch.folder)
        #expect(there.status == 0)
        #expect(!there.errors.contains("no track"))
    }

    /// The report has the people who are covered, also those of whom half is in the image.
    @Test func peopleAreReported() throws {
        let scratch = try Scratch()
        let whole = try DerivedPixels.sample()
        try whole.pixelBuffer().write(to: scratch.url("whole.png"))
        try whole.cropped(x: 220, y: 0, width: 292, height: 400).pixelBuffer().write(to: scratch.url("half.png"))
        for name in ["whole", "half"] {
            let outcome = try Program.shell(
                "lineament redact \(name).png --output out.png --what people --report \(name).jsonl --strict",
                in: scratch.folder)
            let report = try JSON(String(contentsOf: scratch.url("\(name).jsonl"), encoding: .utf8))
            let people = try #require(report["people"]?.items)
            #expect(!people.isEmpty, "\(name)")
            #expect(people.allSatisfy { $0["score"] != nil && $0["width"] != nil }, "\(name)")
            let isDoubtful = people.contains { $0["doubt"] != nil }
            #expect(outcome.status == (isDoubtful ? 3 : 0), "\(name): \(outcome.errors)")
            if name == "half" {
                #expect(isDoubtful)
                #expect(outcome.errors.contains("half.jsonl says where"))
            }
        }
        let faces = try Program.shell("lineament redact whole.png --output out.png", in: scratch.folder)
        #expect(try JSON(faces.output)["people"] == nil)
    }

    /// The message about damaged images says that -v tells which.
    @Test(arguments: ["redact in --output out/ --report r.jsonl", "crop in --output out --table r.jsonl"])
    func verboseRunsNameDamagedImages(command: String) throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("in"), withIntermediateDirectories: true)
        var damaged = try ImageEncoder().encode(Sample.pixels(), as: .jpeg)
        damaged.insert(contentsOf: [UInt8](repeating: 1, count: 40), at: damaged.count - 2)
        for name in ["a.jpg", "b.jpg"] { try damaged.write(to: scratch.url("in/\(name)")) }
        let brief = try Program.shell("lineament \(command)", in: scratch.folder)
        let long = try Program.shell("lineament \(command) -v", in: scratch.folder)
        #expect(brief.status == 0, "\(brief.errors) \(long.errors)")
        #expect(long.status == 0, "\(brief.errors) \(long.errors)")
        #expect(brief.errors.contains("-v tells which"))
        #expect(!brief.errors.contains("a.jpg was read"))
        #expect(long.errors.contains("a.jpg"))
        #expect(long.errors.contains("b.jpg"))
    }

    @Test func damagedInputsAreErrorsAndTheRestIsDone() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("in"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("in/photo.png"))
        try Data("no image".utf8).write(to: scratch.url("in/broken.jpg"))
        try Clip.make(at: scratch.url("whole.mkv"), frames: 60)
        try Data(contentsOf: scratch.url("whole.mkv")).prefix(20_000).write(to: scratch.url("in/cut.mkv"))
        let outcome = try Program.shell("lineament redact in --output out/", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("broken.jpg"))
        #expect(try Self.faces(in: "out/photo.png", scratch) == 0)
        let written = try FileManager.default.contentsOfDirectory(atPath: scratch.url("out").path)
        #expect(!written.contains("broken.jpg"))
        #expect(written.allSatisfy { !$0.hasPrefix(".") })
        if written.contains("cut.mkv") { #expect(try Self.faces(in: "out/cut.mkv", scratch) == 0) }
    }

    @Test func strictRunsSayThatSomethingIsWorthALook() throws {
        let scratch = try Scratch()
        let whole = try DerivedPixels.sample().cropped(x: 128, y: 16, width: 256, height: 256)
        var bytes = whole.bytes
        for row in 50..<180 {
            for column in 40..<160 { for channel in 0..<3 { bytes[3 * (256 * row + column) + channel] = 110 } }
        }
        let hidden = DerivedPixels(width: 256, height: 256, bytes: bytes)
        // The face is hidden for half a second in the middle.
        let writer = try VideoWriter(
            path: scratch.url("clip.mp4").path, width: 256, height: 256, frameRate: 25)
        for index in 0..<60 {
            let frame = (25..<37).contains(index) ? hidden : whole
            try writer.write(frame.pixelBuffer(), time: Double(index) / 25)
        }
        try writer.finish()
        let outcome = try Program.shell("lineament redact clip.mp4 --output out.mp4 --strict", in: scratch.folder)
        #expect(outcome.status == 3, "\(outcome.errors)")
        let calm = try Program.shell("lineament redact clip.mp4 --output out.mp4 --end", in: scratch.folder)
        #expect(calm.status == 2)
    }
}

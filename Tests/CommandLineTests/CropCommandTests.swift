// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@Suite struct CropCommandTests {
    private static func image(_ name: String, _ scratch: Scratch) throws -> PixelBuffer {
        try ImageDecoder().decode(contentsOf: scratch.url(name))
    }

    @Test(arguments: [
        ("square", 0, 0), ("arcface", 112, 112), ("arcface --size 224", 224, 224), ("ffhq --size 256", 256, 256),
        ("passport --size 450", 350, 450),
    ])
    func facesAreCutOut(template: String, width: Int, height: Int) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament crop photo.png --output faces --template \(template)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let crop = try #require(try JSON(outcome.output)["crops"]?[0])
        let kind = template.hasPrefix("square") ? "face" : template.split(separator: " ")[0]
        let file = "photo-\(kind)-0.png"
        #expect(crop["file"] == .string(file))
        #expect(crop["transform"]?.items.count == 4)
        let image = try Self.image("faces/\(file)", scratch)
        if width > 0 {
            #expect(image.width == width)
            #expect(image.height == height)
        }
        // The face is found again, alone and upright.
        let found = try Program.shell(
            "lineament face-landmarker faces/\(file) --range short", in: scratch.folder)
        #expect(try JSON(found.output)["faceLandmarks"]?.items.count == 1)
    }

    @Test func tablesHaveARowForEachFace() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 6)
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament crop photo.png clip.mp4 --output faces --table table.csv --template arcface", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.errors)")
        let rows = try String(contentsOf: scratch.url("table.csv"), encoding: .utf8).split(separator: "\n")
        try #require(rows.count == 1 + 1 + 6)
        #expect(rows[0].hasPrefix("source,width,height,timestamp_ms,face,track,file,"))
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url("faces").path).sorted()
        #expect(files == (0..<6).map { "clip-00000\($0)-arcface-0.png" } + ["photo-arcface-0.png"])
    }

    @Test func theBestFrameOfATrackIsKept() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 12)
        let outcome = try Program.shell(
            "lineament crop clip.mp4 --output faces --best-of-track --template arcface", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == 1, "\(outcome.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.url("faces").path) == [
                "clip-000001-arcface-0.png"
            ]
        )
        // The line is that of the last frame; the crop has a time of its own.
        let line = try JSON(outcome.output)
        let crop = try #require(line["crops"]?[0])
        guard case .number(let time)? = crop["timestampInMilliseconds"],
            case .number(let last)? = line["timestampInMilliseconds"]
        else {
            Issue.record("no times in \(outcome.output)")
            return
        }
        #expect(time <= last)
        let table = try Program.shell(
            "lineament crop clip.mp4 --output again --best-of-track --template arcface --table table.csv",
            in: scratch.folder)
        #expect(table.status == 0, "\(table.errors)")
        let rows = try String(contentsOf: scratch.url("table.csv"), encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 2)
        #expect(rows[1].split(separator: ",", omittingEmptySubsequences: false)[3] == "\(Int(time))")
        // All crops of a video have the time of their frame in its line.
        let all = try Program.shell("lineament crop clip.mp4 --output all --template arcface", in: scratch.folder)
        let lines = try all.lines.map { try JSON($0) }
        #expect(lines.allSatisfy { $0["crops"]?[0]["timestampInMilliseconds"] == nil })
        let best = try #require(lines.first { $0["timestampInMilliseconds"] == .number(time) })
        #expect(best["crops"]?[0]["quality"] == crop["quality"])
        #expect(best["frame"] != nil)
        #expect(best["frame"] == crop["frame"])
        #expect(lines.allSatisfy { $0["crops"]?[0]["frame"] == nil })
        guard case .number(let frame)? = crop["frame"] else {
            Issue.record("no frame in \(outcome.output)")
            return
        }
        #expect(rows[0].hasSuffix(",quality,frame,error"))
        #expect(rows[1].hasSuffix(",\(Int(frame)),"))
    }

    @Test(arguments: [
        ("--output faces --table x/", "--table needs a file, but x/ names a folder"),
        ("--output '' --table x.csv", "--output is empty"),
        ("--output crops --table x.parquet", "--table writes CSV (.csv) or JSON lines (.jsonl), not .parquet"),
        ("photo.png --output out.png", "--output needs a folder for 2 inputs, but out.png looks like a file"),
        ("photo.png --output -", "--output needs a folder for 2 inputs, but - takes one crop"),
        ("--output out.tiff", "--output needs a folder, but out.tiff looks like a file"),
        ("--output out.png --format webp", "--format webp does not suit --output out.png"),
        ("--output crops --template arcface --margin 1", "--margin 1.0 is for squares and people. Omit it"),
        ("--output out.png --quality 80", "--quality 80 is for JPEG and WebP"),
        ("--output crops --quality 101 --format jpg", "--quality must be 1 to 100, not 101"),
        ("--output - --table -", "With --output - the image goes to standard output"),
        ("--output photo.png", "--output photo.png would overwrite the input photo.png"),
        ("--output crops --template arcface --size 100", "must be 112, 128 or a multiple of these, not 100"),
    ])
    func errorsNameTheCommandsOwnOptions(options: String, message: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament crop photo.png \(options)", in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func theCropOfOneFaceCanHaveAFile() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        try FileManager.default.createDirectory(at: scratch.url("old.png"), withIntermediateDirectories: true)
        let outcome = try Program.shell(
            "lineament crop photo.png -o new/out.jpg --template arcface", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try JSON(outcome.output)["crops"]?[0]["file"] == .string("new/out.jpg"))
        #expect(try Data(contentsOf: scratch.url("new/out.jpg")).starts(with: [0xff, 0xd8]))
        #expect(try Self.image("new/out.jpg", scratch).width == 112)
        // A folder stays a folder, whatever it is called.
        let folder = try Program.shell(
            "lineament crop photo.png -o old.png && lineament crop photo.png -o b.png/", in: scratch.folder)
        #expect(folder.status == 0, "\(folder.errors)")
        #expect(scratch.exists("old.png/photo-face-0.png"))
        #expect(scratch.exists("b.png/photo-face-0.png"))
        let output = try Program.shell("lineament crop photo.png -o - --format webp > out.webp", in: scratch.folder)
        #expect(output.status == 0, "\(output.errors)")
        #expect(try Data(contentsOf: scratch.url("out.webp")).starts(with: Data("RIFF".utf8)))
        #expect(!scratch.exists("-"))
        let none = try Program.shell("lineament crop photo.png -o none.png --min-size 400", in: scratch.folder)
        #expect(none.status == 1)
        #expect(none.errors.contains("photo.png has no faces to cut out, and none.png takes one."), "\(none.errors)")
        #expect(!scratch.exists("none.png"))
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        let video = try Program.shell("lineament crop clip.mp4 -o out.png", in: scratch.folder)
        #expect(video.status == 2)
        #expect(video.errors.contains("--output needs a folder for a video"), "\(video.errors)")
    }

    @Test func severalFacesDoNotFitIntoAFile() throws {
        let scratch = try Scratch()
        let sample = try Sample.pixels()
        let row = sample.width * 3
        let bytes = sample.rgbBytes
        let both = (0..<sample.height).flatMap { y in [bytes, bytes].flatMap { $0[y * row..<(y + 1) * row] } }
        try PixelBuffer(copying: both, width: 2 * sample.width, height: sample.height, format: .rgb8)
            .write(to: scratch.url("two.png"))
        let outcome = try Program.shell("lineament crop two.png -o out.png", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("two.png has 2 faces to cut out, and out.png takes one. Name a folder"))
        #expect(try JSON(String(outcome.lines[0]))["crops"]?.items.count == 2)
        #expect(!scratch.exists("out.png"))
    }

    @Test(arguments: [("png", [0x89, 0x50]), ("jpg", [0xff, 0xd8]), ("webp", [0x52, 0x49])] as [(String, [UInt8])])
    func filesHaveTheChosenFormat(format: String, start: [UInt8]) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament crop photo.png -o faces --format \(format)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try JSON(outcome.output)["crops"]?[0]["file"] == .string("photo-face-0.\(format)"))
        let file = try Data(contentsOf: scratch.url("faces/photo-face-0.\(format)"))
        #expect(file.starts(with: start))
        guard format != "png" else { return }
        let low = try Program.shell(
            "lineament crop photo.png -o low --format \(format) --quality 5", in: scratch.folder)
        #expect(low.status == 0, "\(low.errors)")
        #expect(try Data(contentsOf: scratch.url("low/photo-face-0.\(format)")).count < file.count)
    }

    /// Crops by several templates stay side by side.
    @Test func templatesDoNotOverwriteEachOther() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        for template in ["square", "arcface", "ffhq", "passport"] {
            let outcome = try Program.shell(
                "lineament crop photo.png -o faces --template \(template)", in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url("faces").path).sorted()
        #expect(files == ["arcface", "face", "ffhq", "passport"].map { "photo-\($0)-0.png" })
    }

    @Test func smallAndBadFacesAreLeftOut() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        for option in ["--min-size 400", "--min-quality 0.99"] {
            let outcome = try Program.shell("lineament crop photo.png --output faces \(option)", in: scratch.folder)
            #expect(outcome.status == 0)
            #expect(try JSON(outcome.output)["crops"]?.items.isEmpty == true)
        }
        for option in ["--size 0", "--margin 9", "--min-quality 2", "--template round"] {
            let outcome = try Program.shell("lineament crop photo.png --output faces \(option)", in: scratch.folder)
            #expect(outcome.status == 2, "\(option): \(outcome.errors)")
        }
    }

    @Test func peopleAreCutOut() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament crop photo.png --what people --output people --size 200", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let crop = try #require(try JSON(outcome.output)["crops"]?[0])
        #expect(crop["file"] == .string("photo-person-0.png"))
        let image = try Self.image("people/photo-person-0.png", scratch)
        #expect(max(image.width, image.height) == 200)
        let found = try Program.shell(
            "lineament pose-landmarker people/photo-person-0.png", in: scratch.folder)
        #expect(try JSON(found.output)["landmarks"]?.items.count == 1)
        let wrong = try Program.shell(
            "lineament crop photo.png --what people --template ffhq --output people", in: scratch.folder)
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("--template ffhq places faces"))
    }
}

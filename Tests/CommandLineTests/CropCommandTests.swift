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
        #expect(crop["file"] == .string("photo-face-0.png"))
        #expect(crop["transform"]?.items.count == 4)
        let image = try Self.image("faces/photo-face-0.png", scratch)
        if width > 0 {
            #expect(image.width == width)
            #expect(image.height == height)
        }
        // The face is found again, alone and upright.
        let found = try Program.shell(
            "lineament face-landmarker faces/photo-face-0.png --range short", in: scratch.folder)
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
        #expect(files == (0..<6).map { "clip-00000\($0)-face-0.png" } + ["photo-face-0.png"])
    }

    @Test func theBestFrameOfATrackIsKept() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 12)
        let outcome = try Program.shell(
            "lineament crop clip.mp4 --output faces --best-of-track --template arcface", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == 1, "\(outcome.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.url("faces").path) == ["clip-000001-face-0.png"]
        )
    }

    @Test(arguments: [
        ("--output faces --table x/", "--table needs a file, but x/ names a folder"),
        ("--output '' --table x.csv", "--output is empty"),
        ("--output crops --table x.parquet", "--table writes CSV (.csv) or JSON lines (.jsonl), not .parquet"),
        ("--output out.png", "--output needs a folder, but out.png looks like a file"),
        ("--output crops --template arcface --size 100", "must be 112, 128 or a multiple of these, not 100"),
    ])
    func errorsNameTheCommandsOwnOptions(options: String, message: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        let outcome = try Program.shell("lineament crop photo.png \(options)", in: scratch.folder)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
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

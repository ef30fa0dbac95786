// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentTools
import TestSupport
import Testing

/// `lineament redact --plan`, `--from` and `--areas`.
@Suite struct RedactionPlanCommandTests {
    private static func faces(in file: String, _ scratch: Scratch) throws -> Int {
        let outcome = try Program.shell("lineament face-detector \(file) --format json", in: scratch.folder)
        return try outcome.lines.map { try JSON($0)["detections"]?.items.count ?? 0 }.reduce(0, +)
    }

    private static func plan(_ name: String, _ scratch: Scratch) throws -> RedactionPlan {
        try RedactionPlan(json: String(contentsOf: scratch.url(name), encoding: .utf8))
    }

    /// Somebody looks, covers what was missed, leaves a false find visible, and renders; rendered again, the copy is the same.
    @Test func videosArePlannedEditedAndRendered() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 40)
        let made = try Program.shell("lineament redact clip.mp4 --plan clip.json", in: scratch.folder)
        #expect(made.status == 0, "\(made.errors)")
        var plan = try Self.plan("clip.json", scratch)
        try #require(plan.inputs.count == 1)
        #expect(plan.inputs[0].frames == 40)
        #expect(plan.inputs[0].tracks.map(\.number) == [1])
        for name in ["one.mp4", "two.mp4"] {
            let outcome = try Program.shell(
                "lineament redact clip.mp4 --from clip.json --output \(name)", in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try Data(contentsOf: scratch.url("one.mp4")) == Data(contentsOf: scratch.url("two.mp4")))
        #expect(try Self.faces(in: "one.mp4", scratch) == 0)
        let report = try Program.shell(
            "lineament redact clip.mp4 --from clip.json --output three.mp4", in: scratch.folder)
        #expect(try JSON(report.lines[7])["covered"]?[0]["cause"] == .string("planned"))

        plan.inputs[0].tracks[0].keep = true
        plan.inputs[0].areas = [
            PlannedArea(
                shape: .rectangle, from: 0, to: 200, keys: [PlannedKey(CGRect(x: 1, y: 2, width: 30, height: 20))])
        ]
        try plan.json.write(to: scratch.url("edited.json"), atomically: true, encoding: .utf8)
        let edited = try Program.shell(
            "lineament redact clip.mp4 --from edited.json --output edited.mp4", in: scratch.folder)
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try JSON(edited.lines[0])["keptTracks"]?[0] == .number(1))
        #expect(try JSON(edited.lines[0])["covered"]?[0]["width"] == .number(30))
        #expect(try JSON(edited.lines[30])["covered"]?.items.isEmpty == true)
        #expect(try Self.faces(in: "edited.mp4", scratch) == 40)
    }

    /// A person is one track, whose body is covered from the plan; kept, the copy shows the person again.
    @Test(arguments: [("photo.png", "png"), ("clip.mp4", "mp4")]) func bodiesArePlannedEditedAndRendered(
        name: String, kind: String
    ) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        try Clip.make(at: scratch.url("clip.mp4"), frames: 20)
        let made = try Program.shell(
            "lineament redact \(name) --what people --plan plan.json --thumbnails --output direct.\(kind)",
            in: scratch.folder)
        #expect(made.status == 0, "\(made.errors)")
        var plan = try Self.plan("plan.json", scratch)
        let tracks = plan.inputs[0].tracks
        #expect(plan.options.subject == .people)
        #expect(tracks.contains { $0.spans.contains { $0.keys[0].mask != nil } })
        #expect(tracks.allSatisfy { $0.thumbnail != nil })
        for copy in ["one", "two"] {
            let outcome = try Program.shell(
                "lineament redact \(name) --from plan.json --output \(copy).\(kind)", in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try JSON(outcome.lines[0])["people"]?.items.count ?? 0 > 0)
        }
        #expect(try Data(contentsOf: scratch.url("one.\(kind)")) == Data(contentsOf: scratch.url("two.\(kind)")))
        #expect(try Self.faces(in: "one.\(kind)", scratch) == 0)
        for index in tracks.indices { plan.inputs[0].tracks[index].keep = true }
        try plan.json.write(to: scratch.url("edited.json"), atomically: true, encoding: .utf8)
        let edited = try Program.shell(
            "lineament redact \(name) --from edited.json --output edited.\(kind)", in: scratch.folder)
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try JSON(edited.lines[0])["people"] == nil)
        #expect(try Self.faces(in: "edited.\(kind)", scratch) >= 1)
    }

    /// Each track has an image, which a person recognizes and which is not rendered.
    @Test func plansHaveThumbnailsOnRequest() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 20)
        let made = try Program.shell("lineament redact clip.mp4 --plan clip.json --thumbnails", in: scratch.folder)
        #expect(made.status == 0, "\(made.errors)")
        let tracks = try Self.plan("clip.json", scratch).inputs[0].tracks
        try #require(tracks.count == 1)
        let start = "data:image/jpeg;base64,"
        let url = try #require(tracks[0].thumbnail)
        #expect(url.hasPrefix(start))
        let data = try #require(Data(base64Encoded: String(url.dropFirst(start.count))))
        let image = try ImageDecoder().decode(data)
        #expect(max(image.width, image.height) == 96)
        let rendered = try Program.shell(
            "lineament redact clip.mp4 --from clip.json --output a.mp4", in: scratch.folder)
        #expect(rendered.status == 0, "\(rendered.errors)")
        let refused = try Program.shell("lineament redact clip.mp4 --thumbnails --output b.mp4", in: scratch.folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("Name it with --plan"))
    }

    /// The plan covers what the direct run covers, in every frame.
    @Test func plansCoverWhatDirectRunsCover() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 40)
        let direct = try Program.shell(
            "lineament redact clip.mp4 --output a.mp4 --plan clip.json --cover 3,4,20,10@0.2-0.6", in: scratch.folder)
        let planned = try Program.shell("lineament redact clip.mp4 --from clip.json --output b.mp4", in: scratch.folder)
        try #require(direct.lines.count == 40)
        try #require(planned.lines.count == 40)
        for (one, other) in zip(direct.lines, planned.lines) {
            let (found, covers) = (try Self.areas(one), try Self.areas(other))
            #expect(found.count == covers.count)
            for area in found { #expect(covers.contains { Self.holds($0, area) }, "\(one)\n\(other)") }
        }
    }

    /// Returns whether a rectangle has no edge beyond another's; Foundation's `contains` is off by rounding.
    private static func holds(_ outer: CGRect, _ inner: CGRect) -> Bool {
        let outer = outer.insetBy(dx: -0.01, dy: -0.01)
        return outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX
            && outer.maxY >= inner.maxY
    }

    private static func areas(_ line: some StringProtocol) throws -> [CGRect] {
        try (JSON(line)["covered"]?.items ?? []).map { area in
            func number(_ name: String) -> Double {
                if case .number(let number)? = area[name] { number } else { .nan }
            }
            return CGRect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        }
    }

    @Test func foldersHaveOnePlan() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("photos"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photos/a.png"))
        try Sample.pixels().write(to: scratch.url("photos/b.jpg"))
        let made = try Program.shell("lineament redact photos/ --plan plan.json --keep largest", in: scratch.folder)
        #expect(made.status == 0, "\(made.errors)")
        let plan = try Self.plan("plan.json", scratch)
        #expect(plan.inputs.map(\.file) == ["a.png", "b.jpg"])
        #expect(plan.inputs.allSatisfy { $0.tracks.map(\.keep) == [true] })
        let text = try String(contentsOf: scratch.url("plan.json"), encoding: .utf8)
        try text.replacing("\"keep\": true", with: "\"keep\": false", maxReplacements: 1)
            .write(to: scratch.url("plan.json"), atomically: true, encoding: .utf8)
        let outcome = try Program.shell("lineament redact photos/ --from plan.json --output out/", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Self.faces(in: "out/a.png", scratch) == 0)
        #expect(try Self.faces(in: "out/b.jpg", scratch) == 1)
    }

    @Test func otherFilesAreRefused() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        _ = try Program.shell("lineament redact photo.png --plan plan.json", in: scratch.folder)
        try Sample.pixels().write(to: scratch.url("photo.png"))
        let outcome = try Program.shell(
            "lineament redact photo.png --from plan.json --output out.png", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is not the file that the plan was made of"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.url("out.png").path))
    }

    /// A copy of an input that the plan does not have would show all people in it.
    @Test func anInputWithoutPlanHasNoCopy() throws {
        let scratch = try Scratch()
        for name in ["a.png", "b.png"] {
            try FileManager.default.copyItem(at: Sample.url, to: scratch.url(name))
        }
        try Sample.pixels().write(to: scratch.url("b.png"))
        _ = try Program.shell("lineament redact a.png --plan plan.json", in: scratch.folder)
        let outcome = try Program.shell(
            "lineament redact a.png b.png --from plan.json --output out", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("b.png is not the file that the plan was made of"), "\(outcome.errors)")
        #expect(FileManager.default.fileExists(atPath: scratch.url("out/a.png").path))
        #expect(!FileManager.default.fileExists(atPath: scratch.url("out/b.png").path))
    }

    @Test func mistakesNameTheFileTheLineAndTheKey() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        _ = try Program.shell("lineament redact photo.png --plan plan.json", in: scratch.folder)
        let text = try String(contentsOf: scratch.url("plan.json"), encoding: .utf8)
        try text.replacing("\"keep\": false", with: "\"keep\": maybe").write(
            to: scratch.url("wrong.json"), atomically: true, encoding: .utf8)
        let outcome = try Program.shell(
            "lineament redact photo.png --from wrong.json --output out.png", in: scratch.folder)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("wrong.json: Line "), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("--plan a.json --from b.json", "--from renders a plan"),
        ("--from b.json --keep 1 --output out.png", "--keep is for an analysis"),
        ("--plan a.json --review", "--review draws into copies"),
        ("", "Name the copy with --output, or the plan with --plan."),
    ]) func optionsThatExcludeEachOtherAreRefused(options: String, message: String) throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        try "{}".write(to: scratch.url("b.json"), atomically: true, encoding: .utf8)
        let outcome = try Program.shell("lineament redact photo.png \(options)", in: scratch.folder)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    /// Boxes of another detector that looks at every fifth frame are covered in between, and half a second before and after.
    @Test func boxesOfAnotherDetectorAreTracked() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 60)
        let lines = stride(from: 20, through: 40, by: 5).map {
            "{\"frame\": \($0), \"x\": 140, \"y\": 190, \"width\": 40, \"height\": 12, \"score\": 0.9}\n"
        }
        try lines.joined().write(to: scratch.url("plates.jsonl"), atomically: true, encoding: .utf8)
        let outcome = try Program.shell(
            "lineament redact clip.mp4 --areas plates.jsonl --output out.mp4", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let covered = try outcome.lines.map { line in
            try JSON(line)["covered"]?.items.contains { Self.isGiven($0) } == true
        }
        try #require(covered.count == 60)
        #expect(covered[15...45].allSatisfy { $0 })
        #expect(!covered[0])
    }

    /// Boxes count the frames as the report does, and those that belong to none are said.
    @Test func boxesAreCountedByTheFramesOfTheVideo() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 40)
        let boxes = """
            {"frame": 20, "x": 5, "y": 5, "width": 30, "height": 12}\r
            {"frame": 9000, "x": 5, "y": 5, "width": 30, "height": 12}\r
            {"time": 900, "x": 5, "y": 5, "width": 30, "height": 12}
            """
        try boxes.write(to: scratch.url("boxes.jsonl"), atomically: true, encoding: .utf8)
        let outcome = try Program.shell(
            "lineament redact clip.mp4 --areas boxes.jsonl --every 2 --output out.mp4 --strict", in: scratch.folder)
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(outcome.errors.contains("--areas: 2 boxes belong to no frame that was read"), "\(outcome.errors)")
        let line = try #require(try outcome.lines.first { try JSON($0)["frame"] == .number(20) })
        #expect(try JSON(line)["covered"]?.items.contains { Self.isGiven($0) } == true)
    }

    @Test(arguments: ["absent.png", "absent.mp4"]) func missingFilesAreNamed(file: String) throws {
        let scratch = try Scratch()
        let outcome = try Program.shell("lineament redact \(file) --plan plan.json", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(!scratch.exists("plan.json"))
        #expect(outcome.errors.contains("error: \(file): no such file."), "\(outcome.errors)")
    }

    @Test func strictIsForAnAnalysis() throws {
        let outcome = try Program.run(["redact", "a.png", "--from", "plan.json", "--output", "b.png", "--strict"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--strict is for an analysis"), "\(outcome.errors)")
    }

    /// Returns whether an area is one of another detector.
    private static func isGiven(_ area: JSON) -> Bool {
        if case .number(let id)? = area["trackID"] { id > 100_000 } else { false }
    }

    @Test func boxesOfImagesNameTheirFile() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photo.png"))
        for (line, message) in [
            ("{\"file\": \"other.png\", \"x\": 1, \"y\": 1, \"width\": 5, \"height\": 5}", "which is no input"),
            ("\n{\"x\": 1, \"y\": 1, \"width\": \"5\", \"height\": 5}", "Line 2: width must be"),
            (
                "{\"time\": 1, \"x\": 1, \"y\": 1, \"width\": 5, \"height\": 5}",
                "boxes of an image must not have a time"
            ),
        ] {
            try line.write(to: scratch.url("boxes.jsonl"), atomically: true, encoding: .utf8)
            let outcome = try Program.shell(
                "lineament redact photo.png --areas boxes.jsonl --output out.png", in: scratch.folder)
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }
}

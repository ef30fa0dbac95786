// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Paths as people, scripts and other systems write them.
@Suite struct PathTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("a.png"))
    }

    private func run(_ line: String) throws -> Program.Outcome { try Program.shell(line, in: scratch.folder) }

    /// Returns the names of the inputs of a run, with a `!` after those that failed.
    private func sources(_ outcome: Program.Outcome) -> [String] {
        outcome.objects.map { ($0["source"] as? String ?? "?") + ($0["error"] == nil ? "" : "!") }
    }

    @Test(arguments: ["y", "é", "o/x", "o/p/x", "./y", "s"])
    func outputsMayHaveShortNames(path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: scratch.url("s").path, withDestinationPath: "t")
        let outcome = try run("lineament face-detector a.png -o \(path)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try String(contentsOf: scratch.url(path), encoding: .utf8).hasPrefix("{\"source\":\"a.png\""))
        #expect(path != "s" || scratch.exists("t"))
    }

    @Test func outputsThatCannotBeAreErrors() throws {
        try Data("old".utf8).write(to: scratch.url("q"))
        for path in ["q/", "n/", "''"] {
            let outcome = try run("lineament face-detector a.png -o \(path)")
            #expect(outcome.status == 2, "\(path): \(outcome.errors)")
            #expect(outcome.errors.contains("--output"), "\(path): \(outcome.errors)")
        }
        #expect(try String(contentsOf: scratch.url("q"), encoding: .utf8) == "old")
        for option in ["-o y", "--annotate y.png"] {
            let gone = try run(
                "mkdir gone && cd gone && rmdir ../gone && lineament face-detector \(scratch.url("a.png").path) \(option)"
            )
            #expect(gone.status == 1, "\(gone.errors)")
            #expect(gone.errors.contains("cannot be written: No such file"), "\(gone.errors)")
        }
    }

    /// A variable that a script has not set is not the working directory.
    @Test(arguments: [
        "face-detector a.png --annotate ''", "face-detector a.png --output ''", "face-detector ''",
        "face-detector a.png ''", "pose-landmarker a.png --output-segmentation-masks ''", "models verify --folder ''",
    ])
    func emptyPathsAreInvalidUsage(line: String) throws {
        let outcome = try run("lineament \(line)")
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("is empty"))
    }

    @Test(arguments: ["/dev/stdout >> log", "/dev/stderr 2>> log", "/dev/fd/5 5>> log", "/proc/self/fd/5 5>> log"])
    func openFilesAreAppendedTo(output: String) throws {
        let outcome = try run("echo old > log && lineament face-detector a.png --quiet --output \(output)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let log = try String(contentsOf: scratch.url("log"), encoding: .utf8)
        #expect(log.hasPrefix("old\n{\"source\":\"a.png\""), "\(log)")
    }

    @Test func filesOfOpenDescriptorsAreNotReplaced() throws {
        let outcome = try run("lineament face-detector a.png --output /dev/stdout --annotate d.png > d.png")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("/dev/stdout"), "\(outcome.errors)")
        let closed = try run("lineament face-detector a.png --output /dev/fd/99")
        #expect(closed.status == 1, "\(closed.errors)")
        #expect(closed.errors.contains("/dev/fd/99 cannot be written"), "\(closed.errors)")
    }

    @Test func onlyFilesInFoldersAreInputs() throws {
        let made = try run(
            """
            mkdir -p f/sub.png f/loop f/.hidden real && cp a.png f/1.png && cp a.png f/sub.png/2.png && cp a.png real
            cp a.png f/.hidden && ln -s ../../f f/loop/back && ln -s ../real f/linked && ln -s ../a.png f/3.png
            mkfifo f/pipe.png && ln -s pipe.png f/pipelink.png && ln -s /dev/zero f/zero.png && ln -s nothing f/9.png
            ln -s real linked
            """)
        #expect(made.status == 0, "\(made.errors)")
        let outcome = try run("timeout 300 lineament face-detector f")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(sources(outcome) == ["f/1.png", "f/3.png", "f/9.png!", "f/sub.png/2.png"])
        for argument in ["linked", "linked/"] {
            let linked = try run("lineament face-detector \(argument)")
            #expect(linked.status == 0, "\(linked.errors)")
            #expect(sources(linked) == ["linked/a.png"], "\(linked.errors)")
        }
    }

    #if os(Linux)
        @Test func namesThatAreNotUTF8AreReported() throws {
            let made = try run(
                "mkdir -p f/$'d\\xff' && cp a.png f/$'n\\xff.png' && touch f/$'n\\xff.txt' && cp a.png f")
            #expect(made.status == 0, "\(made.errors)")
            for argument in ["f", "f/a.png f/$'d\\xff' f/$'n\\xff.png'"] {
                let outcome = try run("lineament face-detector \(argument)")
                #expect(outcome.status == 1, "\(outcome.errors)")
                #expect(outcome.errors.contains("is not UTF-8"), "\(outcome.errors)")
                #expect(sources(outcome) == ["f/a.png", "f/d\u{FFFD}!", "f/n\u{FFFD}.png!"])
            }
            for option in ["-o $'x\\xff'", "--output=$'x\\xff'", "--annotate $'x\\xff'", "--model $'x\\xff'"] {
                let outcome = try run("lineament face-detector a.png \(option)")
                #expect(outcome.status == 2, "\(option): \(outcome.errors)")
                #expect(outcome.errors.contains("is not UTF-8"), "\(option): \(outcome.errors)")
            }
            #expect(!scratch.exists("x\u{FFFD}"))
        }
    #endif

    /// Foundation would expand the tilde, and take away the link with the two dots.
    @Test func pathsAreThoseOfTheSystem() throws {
        let made = try run("mkdir -p d1/d2 && ln -s d1/d2 l && mkdir '~' && cp a.png '~/b.png' && cp a.png d1/b.png")
        #expect(made.status == 0, "\(made.errors)")
        for (input, output) in [("l/../b.png", "l/../x.jpg"), ("'~/b.png'", "--annotate='~/x.jpg'")] {
            let option = output.hasPrefix("-") ? output : "--annotate \(output) --output l/../n/r.json"
            let outcome = try run("lineament face-detector \(input) \(option)")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(scratch.exists("d1/x.jpg"))
        #expect(scratch.exists("d1/n/r.json"))
        #expect(scratch.exists("~/x.jpg"))
        #expect(!scratch.exists("x.jpg"))
        #expect(!scratch.exists("n"))
        #expect(try sources(run("lineament face-detector l/..")) == ["l/../b.png", "l/../x.jpg"])
    }

    @Test func aFileWithADashIsNamed() throws {
        let outcome = try run("cp a.png ./-a.png; lineament face-detector -a.png")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("write ./-a.png"), "\(outcome.errors)")
    }

    @Test func passwordsAreNotShown() throws {
        let outcome = try run("lineament face-detector rtsp://user:secret@127.0.0.1:1/a")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(sources(outcome) == ["rtsp://127.0.0.1:1/a!"], "\(outcome.errors)")
        #expect(!(outcome.output + outcome.errors).contains("secret"))
    }

    @Test func standardInputIsNoVideo() throws {
        let outcome = try run("lineament face-detector --running-mode video - < a.png")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("Standard input"), "\(outcome.errors)")
    }

    @Test func fileNamesWithDotsMayNameFolders() throws {
        for inputs in ["a.png", "a.png a.png"] {
            let outcome = try run("lineament face-detector \(inputs) --annotate a.b")
            #expect(outcome.status == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("write a.b/"), "\(outcome.errors)")
        }
        let folder = try run("lineament face-detector a.png --annotate a.b/")
        #expect(folder.status == 0, "\(folder.errors)")
        #expect(scratch.exists("a.b/a.png"), "\(folder.errors)")
    }

    /// Results are written although they could not be drawn, and the message says which.
    @Test func resultsSurviveFailedDrawings() throws {
        try Data(("P5 40000 2 255\n" + String(repeating: "a", count: 80000)).utf8).write(to: scratch.url("wide.pgm"))
        let wide = try run("lineament face-detector wide.pgm --annotate d.png")
        #expect(wide.status == 1, "\(wide.errors)")
        #expect(wide.errors.contains("wide.pgm cannot be drawn"), "\(wide.errors)")
        try #require(sources(wide) == ["wide.pgm", "wide.pgm!"])
        #expect(wide.objects[0]["annotated"] == nil)
        #expect(!scratch.exists("d.png"))
        let full = try run("lineament face-detector a.png --annotate - -o r.json > /dev/full; cat r.json")
        #expect(full.errors.contains("Standard output cannot be written"), "\(full.errors)")
        #expect(sources(full) == ["a.png", "a.png!"])
    }

    @Test func resultsSurviveFailedMasks() throws {
        let masks = try run(
            "mkdir -p masks/a-mask-0.png/x; lineament pose-landmarker a.png --output-segmentation-masks masks")
        #expect(masks.status == 1, "\(masks.errors)")
        #expect(masks.errors.contains("a-mask-0.png"), "\(masks.errors)")
        try #require(sources(masks) == ["a.png", "a.png!"])
        #expect(masks.objects[0]["landmarks"] != nil)
        #expect(masks.objects[0]["segmentationMasks"] == nil)
    }

    /// Whoever mistypes an output learns it before models are loaded and inputs are read.
    @Test(arguments: [
        "redact a.png --output /proc/x.png", "redact a.png --output f/x/", "redact a.png --output o.png --report f/r",
        "redact a.png --plan f/p.json", "face-detector a.png -o f/r.json", "face-detector a.png -o /dev/fd/99",
        "face-detector a.png --annotate f/d.png", "pose-landmarker a.png --output-segmentation-masks f/m",
        "crop a.png --output f/c", "crop a.png --output f/c.png", "crop a.png --output c --table f/t.csv",
        "capture a.jsonl --output f/a.bvh", "capture a.jsonl --output f/a_json",
    ])
    func outputsThatCannotBeAreRefusedAtOnce(line: String) throws {
        let outcome = try run("touch f; export LINEAMENT_HOME=/nowhere HOME=/nowhere; lineament \(line)")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.output)")
        #expect(outcome.errors.contains("cannot be written: "), "\(outcome.errors)")
        #expect(!scratch.exists("o.png"))
        #expect(!scratch.exists("c"))
    }

    @Test func foldersThatCannotBeMadeAreNamed() throws {
        let masks = try run("touch m; lineament pose-landmarker a.png --output-segmentation-masks m")
        #expect(masks.status == 1, "\(masks.errors)")
        #expect(masks.errors.contains("/m cannot be written"), "\(masks.errors)")
        for option in ["-o m/r.json", "--annotate m/d.png"] {
            let file = try run("touch m; lineament face-detector a.png \(option)")
            #expect(file.status == 1)
            #expect(file.errors.contains("\(option.split(separator: " ")[1]) cannot be written"))
        }
    }
}

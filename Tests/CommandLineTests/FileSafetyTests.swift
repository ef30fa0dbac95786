// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentVideo
import TestSupport
import Testing

/// No file is lost: neither an input nor an existing file at the path of an output.
@Suite struct FileSafetyTests {
    private let scratch: Scratch
    private let photo: Data

    init() throws {
        scratch = try Scratch()
        photo = try Data(contentsOf: Sample.url)
        for name in ["a.png", "photos/a.png", "photos/b.png"] { try write(photo, name) }
    }

    private func write(_ data: Data, _ name: String) throws {
        let url = scratch.url(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    private func run(_ line: String) throws -> Program.Outcome { try Program.shell(line, in: scratch.folder) }

    private func expectPhoto(_ names: String...) throws {
        for name in names { #expect(try Data(contentsOf: scratch.url(name)) == photo, "\(name)") }
    }

    /// Returns the files and folders in a subfolder of the scratch folder, including hidden ones.
    private func names(in folder: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url(folder).path).sorted()
    }

    /// The start of a command line without the privilege of root to read every folder.
    private static let asAnyone = getuid() == 0 ? "setpriv --bounding-set=-all" : "env"

    private static let canDropPrivileges =
        (try? Program.shell("\(asAnyone) true", in: FileManager.default.temporaryDirectory))?.status == 0

    /// Whether the folder can be written, or a new one in it made, is known before the work.
    @Test(
        .enabled(if: canDropPrivileges, "root writes to every folder, and setpriv cannot drop that privilege here"),
        arguments: [
            ("redact a.png --output", "x.png"), ("face-detector a.png --annotate", "x.png"),
            ("face-detector a.png -o", "x.jsonl"),
        ])
    func foldersThatCannotBeWrittenAreErrors(line: String, name: String) throws {
        for path in ["locked/\(name)", "locked/new/\(name)"] {
            let outcome = try run(
                """
                mkdir -p locked; chmod 500 locked
                \(Self.asAnyone) env LINEAMENT_HOME=/nowhere lineament \(line) \(path)
                """)
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.errors.contains("\(path) cannot be written: Permission denied."), "\(outcome.errors)")
        }
    }

    @Test(.enabled(if: canDropPrivileges, "root reads every folder, and setpriv cannot drop that privilege here"))
    func foldersThatCannotBeReadAreErrors() throws {
        try write(photo, "mixed/a.png")
        try write(photo, "masks/a-mask-0.png")
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        try FileManager.default.createDirectory(at: scratch.url("mixed/locked"), withIntermediateDirectories: true)
        // Files in them can be written, as if there were no inputs among them.
        let locked = ["mixed/locked", "masks"].map { scratch.url($0).path }
        for path in locked { try FileManager.default.setAttributes([.posixPermissions: 0o300], ofItemAtPath: path) }
        defer {
            for path in locked {
                try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
            }
        }
        for (folder, sources) in [("mixed/locked", ["mixed/locked"]), ("mixed", ["mixed/a.png", "mixed/locked"])] {
            let input = try run("\(Self.asAnyone) lineament face-detector \(folder)")
            #expect(input.status == 1, "\(input.output)")
            #expect(input.objects.map { $0["source"] as? String } == sources, "\(input.output)")
            #expect(input.objects.map { $0["error"] == nil } == sources.map { $0.hasSuffix(".png") })
            #expect(input.errors.contains("The folder mixed/locked cannot be read"), "\(input.errors)")
        }
        for line in [
            "pose-landmarker a.png masks/a-mask-0.png --output-segmentation-masks masks",
            "face-detector clip.mp4 --annotate masks/",
        ] {
            let output = try run("\(Self.asAnyone) lineament \(line)")
            #expect(output.status == 2, "\(output.errors)")
            #expect(output.errors.contains("cannot read the folder"), "\(output.errors)")
        }
        try expectPhoto("masks/a-mask-0.png")
        // A folder inside that is not written to does not matter.
        let beside = try run("\(Self.asAnyone) lineament face-detector clip.mp4 --annotate mixed/")
        #expect(beside.status == 0, "\(beside.errors)")
        #expect(scratch.exists("mixed/frame-000000.jpg"), "\(beside.errors)")
    }

    @Test func replacedFilesStayPrivate() throws {
        try write(Data(), "private.jsonl")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: scratch.url("private.jsonl").path)
        #expect(try run("lineament face-detector a.png --output private.jsonl").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.url("private.jsonl").path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try !Data(contentsOf: scratch.url("private.jsonl")).isEmpty)
    }

    @Test(arguments: [
        "face-detector a.png --output a.png", "face-detector a.png --annotate a.png",
        "face-detector a.png --output ./photos/../a.png", "face-detector link.png --output a.png",
        "face-detector a.png --output link.png", "face-detector a.png --annotate link.png",
        "face-detector hard.png --annotate a.png", "face-detector photos --annotate photos",
        "face-detector photos/ --annotate linked/", "face-detector - --annotate a.png < a.png",
        "face-detector a.png 1<> a.png",
        "pose-landmarker a.png masks/a-mask-0.png --output-segmentation-masks masks",
        "pose-landmarker a.png hard.png --output-segmentation-masks masks",
    ])
    func outputsThatAreInputsAreRejected(line: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url("link.png").path, withDestinationPath: "a.png")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url("linked").path, withDestinationPath: "photos")
        try FileManager.default.linkItem(at: scratch.url("a.png"), to: scratch.url("hard.png"))
        try write(photo, "masks/a-mask-0.png")
        if line.contains("hard.png --output-seg") {
            try FileManager.default.removeItem(at: scratch.url("masks/a-mask-0.png"))
            try FileManager.default.linkItem(at: scratch.url("hard.png"), to: scratch.url("masks/a-mask-0.png"))
        }
        let outcome = try run("lineament \(line)")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.output.isEmpty, "\(outcome.errors)")
        #expect(outcome.errors.contains(".png"))
        try expectPhoto("a.png", "photos/a.png", "photos/b.png", "masks/a-mask-0.png")
    }

    @Test func annotatedVideosDoNotOverwriteTheirInputs() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        let before = try Data(contentsOf: scratch.url("clip.mp4"))
        for line in ["clip.mp4 --annotate clip.mp4", "clip.mp4 a.png --annotate .", "clip.mp4 -o clip.mp4"] {
            let outcome = try run("lineament face-detector \(line)")
            #expect(outcome.status == 2, "\(line): \(outcome.errors)")
            #expect(outcome.errors.contains("clip.mp4"), "\(line): \(outcome.errors)")
        }
        #expect(try Data(contentsOf: scratch.url("clip.mp4")) == before)
        try FileManager.default.moveItem(at: scratch.url("clip.mp4"), to: scratch.url("frame-000000.jpg"))
        let frames = try run("lineament face-detector frame-000000.jpg --running-mode video --annotate ./")
        #expect(frames.status == 2, "\(frames.errors)")
        #expect(frames.errors.contains("frame-000000.jpg"), "\(frames.errors)")
    }

    @Test(arguments: [
        "face-detector a.png --output x.png --annotate x.png",
        "face-detector a.png --output new/x.png --annotate ./new//x.png",
        "face-detector a.png --annotate x.png > x.png",
        "pose-landmarker a.png --annotate m/a-mask-0.png --output-segmentation-masks m",
    ])
    func outputsWithTheSameFileAreRejected(line: String) throws {
        let outcome = try run("lineament \(line)")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(".png"), "\(outcome.errors)")
        #expect(!scratch.exists("new"))
        #expect(!scratch.exists("m"))
    }

    @Test func outputsKeepLinksAndRespectTheUmask() throws {
        try write(Data("old".utf8), "real.jsonl")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url("link.jsonl").path, withDestinationPath: "real.jsonl")
        let outcome = try run(
            "umask 027 && lineament face-detector a.png -o link.jsonl --annotate d.jpg && stat -c %a real.jsonl d.jpg")
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.output == "640\n640\n", "\(outcome.output) \(outcome.errors)")
        #expect(try String(contentsOf: scratch.url("real.jsonl"), encoding: .utf8).hasPrefix("{\"source\":\"a.png\""))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: scratch.url("link.jsonl").path) == "real.jsonl")
    }

    @Test func standardOutputCanBeAnOutputPath() throws {
        let outcome = try run("lineament face-detector a.png --output /dev/stdout | head -c 10")
        #expect(outcome.output == "{\"source\":")
        let null = try run("lineament face-detector a.png --output /dev/null && test -c /dev/null")
        #expect(null.status == 0)
        #expect(null.output.isEmpty)
    }

    @Test func resultsOfAFailedRunAreWritten() throws {
        try write(Data("old".utf8), "r.jsonl")
        let outcome = try run("lineament face-detector a.png /no/such.png -o r.jsonl")
        #expect(outcome.status == 1)
        let text = try String(contentsOf: scratch.url("r.jsonl"), encoding: .utf8)
        #expect(text.split(separator: "\n").count == 2)
        #expect(try names() == ["a.png", "photos", "r.jsonl"])
    }

    /// Whether a small disk can be mounted, which requires a separate namespace.
    private static let hasSmallDisks =
        (try? Program.shell("unshare -rm mount -t tmpfs tmpfs /mnt", in: FileManager.default.temporaryDirectory))?
        .status == 0

    @Test(
        .enabled(
            if: hasSmallDisks,
            "needs to mount a disk in a namespace of its own; `sysctl kernel.unprivileged_userns_clone=1` allows that"))
    func aFullDiskLeavesExistingFiles() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 60)
        for line in [
            "face-landmarker ../a.png -o old", "face-detector ../a.png --annotate old.png",
            "face-detector ../clip.mp4 --annotate old.mp4",
        ] {
            let file = line.split(separator: " ").last ?? ""
            let script = """
                mkdir -p small && mount -t tmpfs -o size=16k tmpfs small && cd small && printf before > \(file)
                lineament \(line) > ../out; echo $? && ls -A && cat \(file)
                """
            let outcome = try run("unshare -rm bash -c '\(script)'")
            #expect(outcome.output == "1\n\(file)\nbefore", "\(outcome.output)")
            #expect(outcome.errors.contains("cannot be written"), "\(outcome.errors)")
        }
        // The results of the video, the last of the three, go on without the drawing.
        let lines = try String(contentsOf: scratch.url("out"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 61)
        #expect(lines.last?.contains("\"error\"") == true)
    }

    @Test func aClosedPipeLeavesExistingFiles() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 120)
        try write(Data("old".utf8), "d.mp4")
        _ = try run("set +o pipefail; lineament face-landmarker clip.mp4 --annotate d.mp4 | head -c 1")
        #expect(try String(contentsOf: scratch.url("d.mp4"), encoding: .utf8) == "old")
        #expect(try names() == ["a.png", "clip.mp4", "d.mp4", "photos"])
    }

    /// The first Ctrl-C or SIGTERM finishes inputs in progress; the second one leaves existing files untouched.
    @Test(arguments: ["INT", "TERM"])
    func interruptionLosesNothing(signal: String) throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 500)
        for name in ["r.jsonl", "d.mp4"] { try write(Data("old".utf8), name) }
        // The pipe is full and nobody reads from it, so the program is still running when the second signal arrives.
        let twice = try run(
            """
            mkfifo pipe; exec 3<>pipe; dd if=/dev/zero of=pipe oflag=nonblock bs=4096 2>/dev/null || true
            lineament face-landmarker clip.mp4 --annotate d.mp4 > pipe 3>&- & p=$!
            for i in {1..600}; do ls .lineament-* && break; sleep 0.1; done
            kill -\(signal) $p; sleep 0.6; kill -\(signal) $p; wait $p
            """)
        #expect(twice.status == (signal == "INT" ? 130 : 143))
        #expect(twice.output.contains(".lineament-"))
        #expect(try String(contentsOf: scratch.url("d.mp4"), encoding: .utf8) == "old")
        #expect(try names() == ["a.png", "clip.mp4", "d.mp4", "photos", "pipe", "r.jsonl"])
        try FileManager.default.removeItem(at: scratch.url("pipe"))
        let once = try run(
            """
            lineament pose-landmarker clip.mp4 -o r.jsonl --annotate d.mp4 & p=$!
            for i in {1..600}; do grep -qs worldLandmarks .lineament-* && break; sleep 0.1; done
            kill -\(signal) $p; wait $p
            """)
        #expect(once.status == 130)
        let lines = try String(contentsOf: scratch.url("r.jsonl"), encoding: .utf8).split(separator: "\n").count
        let reader = try VideoReader(scratch.url("d.mp4").path)
        var frames = 0
        while try reader.next() != nil { frames += 1 }
        #expect(frames > 0)
        #expect(frames == lines)
        #expect(frames < 500)
        #expect(try names() == ["a.png", "clip.mp4", "d.mp4", "photos", "r.jsonl"])
    }

    @Test func inputsHaveUniqueOutputNames() throws {
        for name in ["x/a.gif", "x/a.gif.png", "y/2-a.png", "z/a.png"] { try write(photo, name) }
        let outcome = try run(
            "lineament pose-landmarker a.png y/2-a.png z/a.png x --annotate d --output-segmentation-masks m")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try names(in: "d") == ["2-a.gif.png", "2-a.png", "3-a.png", "a.gif.png", "a.png"])
        let masks = outcome.objects.flatMap { $0["segmentationMasks"] as? [String] ?? [] }
        #expect(masks.count == 5, "\(masks)")
        #expect(Set(masks).count == 5, "\(masks)")
        #expect(try names(in: "m") == masks.sorted())
    }

    @Test func masksOfFramesAndImagesHaveDifferentNames() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 2)
        try write(photo, "clip-000001.png")
        let outcome = try run(
            "lineament pose-landmarker clip.mp4 clip-000001.png --output-segmentation-masks m")
        let masks = outcome.objects.flatMap { $0["segmentationMasks"] as? [String] ?? [] }
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(masks.count == 3, "\(masks)")
        #expect(Set(masks).count == 3, "\(masks)")
    }

    @Test(arguments: [
        "--start 1e30", "--start nan", "--start inf", "--start=-1", "--duration nan", "--duration inf", "--duration 0",
        "--duration 1e10", "--every 0", "--every 9223372036854775807", "--jobs 9223372036854775807", "--jobs 100000",
        "--threads 9223372036854775807", "--threads 65",
    ])
    func numbersOutOfRangeAreInvalidUsage(option: String) throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 2)
        let outcome = try run("lineament face-detector clip.mp4 a.png \(option)")
        let name = option.prefix { $0 != " " && $0 != "=" }
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("\(name) must be"), "\(outcome.errors)")
    }

    @Test func videosWithoutFramesAreErrors() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 5)
        try write(Data("old".utf8), "d.mp4")
        let outcome = try run("lineament face-detector clip.mp4 --start 5 --annotate d.mp4")
        #expect(outcome.status == 1)
        try #require(outcome.objects.count == 1)
        #expect(outcome.objects[0]["error"] != nil)
        #expect(outcome.errors.contains("clip.mp4 has no frames"), "\(outcome.errors)")
        #expect(try String(contentsOf: scratch.url("d.mp4"), encoding: .utf8) == "old")
        let csv = try run("lineament face-detector clip.mp4 a.png --start 5 --format csv")
        #expect(csv.status == 1)
        #expect(csv.lines.count == 3)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@Suite struct CaptureCommandTests {
    @Test func aVideoBecomesATableOfLiveLinkFace() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 12)
        let outcome = try Program.shell("lineament capture clip.mp4 --output clip.livelink.csv", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let rows = try String(contentsOf: scratch.url("clip.livelink.csv"), encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 1 + 12)
        #expect(rows[0].hasPrefix("Timecode,BlendShapeCount,EyeBlinkLeft,"))
        #expect(rows[1].hasPrefix("00:00:00:00.000,61,"))
    }

    @Test func aFolderOfVideosBecomesAFolderOfRecordings() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("clips"), withIntermediateDirectories: true)
        try Clip.make(at: scratch.url("clips/a.mp4"), frames: 12)
        try Clip.make(at: scratch.url("clips/b.mp4"), frames: 14)
        try Data("no video".utf8).write(to: scratch.url("clips/broken.mp4"))
        let outcome = try Program.shell(
            "lineament capture clips --output out --format livelink", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("broken.mp4"), "\(outcome.errors)")
        for (name, frames) in [("a", 12), ("b", 14)] {
            let text = try String(contentsOf: scratch.url("out/\(name).livelink.csv"), encoding: .utf8)
            #expect(text.split(separator: "\n").count == 1 + frames)
        }
        let untold = try Program.shell("lineament capture clips --output out", in: scratch.folder)
        #expect(untold.status == 2)
        #expect(untold.errors.contains("--format"), "\(untold.errors)")
    }

    /// The remedies of other commands are not this one's.
    @Test func anImageIsToldSo() throws {
        let outcome = try Program.run("capture", Sample.url.path, "--output", "/dev/null", "--format", "bvh")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("in which nothing moves"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("--running-mode"), "\(outcome.errors)")
    }

    @Test func linesThatAreCutOffGiveACompleteFileAndAnError() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 20)
        let lines = try Program.shell(
            "lineament face-landmarker clip.mp4 --output-face-blendshapes --output clip.jsonl", in: scratch.folder)
        #expect(lines.status == 0, "\(lines.errors)")
        let whole = try Data(contentsOf: scratch.url("clip.jsonl"))
        try whole.dropLast(100).write(to: scratch.url("cut.jsonl"))
        let outcome = try Program.shell("lineament capture cut.jsonl --output cut.livelink.csv", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cut.jsonl, line 20"), "\(outcome.errors)")
        let rows = try String(contentsOf: scratch.url("cut.livelink.csv"), encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 1 + 19)
    }

    @Test func oneRunWritesSeveralFilesAndNamesThem() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 20)
        let lines = try Program.shell(
            "lineament face-landmarker clip.mp4 --output-face-blendshapes --output clip.jsonl", in: scratch.folder)
        #expect(lines.status == 0, "\(lines.errors)")
        let outcome = try Program.shell(
            "lineament capture clip.jsonl --output out/clip.livelink.csv --output clip.csv --output clip_json",
            in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("20 frames, 1 person → out/clip.livelink.csv, clip.csv, clip_json (20 files)"),
            "\(outcome.errors)")
        for name in ["out/clip.livelink.csv", "clip.csv", "clip_json/clip_00019.json"] {
            #expect(FileManager.default.fileExists(atPath: scratch.url(name).path), "\(name)")
        }
        let table = try Program.shell(
            "lineament capture clip.jsonl --output table --format csv --quiet", in: scratch.folder)
        #expect(table.status == 0, "\(table.errors)")
        let missing = try Program.shell("lineament capture none.jsonl --output none.csv", in: scratch.folder)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("none.jsonl: no such file."), "\(missing.errors)")
    }

    @Test func aVideoThatIsCutOffGivesACompleteFileAndAnError() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mkv"), frames: 75)
        let whole = try Data(contentsOf: scratch.url("clip.mkv"))
        try whole.prefix(whole.count * 4 / 5).write(to: scratch.url("cut.mkv"))
        let outcome = try Program.shell("lineament capture cut.mkv --output cut.livelink.csv", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cut.mkv"), "\(outcome.errors)")
        #expect(outcome.errors.contains(" → cut.livelink.csv"), "\(outcome.errors)")
        let text = try String(contentsOf: scratch.url("cut.livelink.csv"), encoding: .utf8)
        let rows = text.split(separator: "\n")
        #expect((20..<76).contains(rows.count))
        #expect(rows.allSatisfy { $0.split(separator: ",").count == 63 })
        #expect(text.hasSuffix("\n"))
    }

    #if os(Linux)
        /// The first frame has come when there is a temporary file for what is recorded. The writer inherits signals that
        /// Dispatch's threads block, so it is ended by one that cannot be blocked.
        @Test(arguments: ["INT", "TERM"]) func aSignalEndsARecordingAndWritesIt(signal: String) throws {
            let scratch = try Scratch()
            try Clip.make(at: scratch.url("clip.mkv"), frames: 20)
            try Data(
                """
                mkfifo live.mkv; (cat clip.mkv; exec sleep 300) > live.mkv & w=$!
                lineament capture live.mkv --output live.livelink.csv --min-duration 0 & p=$!
                until ls -l /proc/$p/fd 2> /dev/null | grep -q 'lineament-.*(deleted)'; do
                  kill -0 $p || break; sleep 0.1
                done
                kill -\(signal) $p; wait $p; status=$?; kill -KILL $w; exit $status
                """.utf8
            ).write(to: scratch.url("script.sh"))
            let outcome = try Program.shell("timeout --kill-after 1 200 bash script.sh", in: scratch.folder)
            #expect(outcome.status == 130, "\(outcome)")
            let text = try String(contentsOf: scratch.url("live.livelink.csv"), encoding: .utf8)
            #expect(text.split(separator: "\n").count >= 2, "\(outcome.errors)")
            #expect(text.hasSuffix("\n"))
        }
    #endif

    @Test(arguments: [
        ("--output clip.fbx", "does not say a format"), ("--output clip.csv --camera-fov 200", "--camera-fov"),
        ("--output clip.csv --focal-length -1", "--focal-length"), ("--output - --format bvh", "--output -"),
        ("--output clip.jsonl --format table", "is the input"),
        ("--output clip.bvh --smooth much", "--smooth"), ("", "either --output FILE or --send ADDRESS"),
        ("--send osc://127.0.0.1:9000", "vmc://HOST:39539"), ("--output clip.csv --calibrate", "Add --send"),
        ("--send vmc://127.0.0.1 --num-people 2", "one person"),
        ("--output a.csv --output ./a.csv", "given twice"),
        ("--output a.csv --output b.csv --format csv", "one --output"),
        ("--output other_json", "has other JSON already, such as clip_00000.json"),
    ])
    func whatCannotBeIsSaid(arguments: String, words: String) throws {
        let scratch = try Scratch()
        try Data("{}\n".utf8).write(to: scratch.url("clip.jsonl"))
        try FileManager.default.createDirectory(at: scratch.url("other_json"), withIntermediateDirectories: true)
        try Data("{}\n".utf8).write(to: scratch.url("other_json/clip_00000.json"))
        let outcome = try Program.shell("lineament capture clip.jsonl \(arguments)", in: scratch.folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@testable import LineamentCLI

/// The output on a terminal, and where each part goes.
@Suite struct TerminalTests {
    /// Another process may have set a shared pipe to not block.
    @Test func everythingIsWrittenToASlowPipe() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let bytes = Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0) })
        Thread.detachNewThread {
            try? FileOutput.put(bytes, into: descriptor)
            try? pipe.fileHandleForWriting.close()
        }
        Thread.sleep(forTimeInterval: 0.1)
        #expect(try pipe.fileHandleForReading.readToEnd() == bytes)
    }

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("a.png"))
    }

    @Test(arguments: [
        ("face-detector", "1. at 177,82 95×95, score 0.92"), ("face-landmarker", "1. at 180,71 89×105"),
        ("pose-landmarker", "of 33 landmarks visible"), ("faces", "yaw 0° pitch −15° roll −4°"),
    ])
    func textIsReadable(command: String, expected: String) throws {
        let outcome = try Program.run(command, "a.png", "--format", "text", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.lines.count == 2)
        #expect(outcome.output.hasPrefix("a.png  512×512  1 "), "\(outcome.output)")
        #expect(outcome.output.contains(expected), "\(outcome.output)")
    }

    /// A file name cannot move the cursor or color the terminal.
    @Test func namesCannotControlTheTerminal() throws {
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("\u{1b}[31mred.png"))
        let outcome = try Program.run("face-detector", "\u{1b}[31mred.png", "--format", "text", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("\u{1b}"))
        #expect(outcome.output.contains("?[31mred.png"))
    }

    @Test func aDrawingMayGoToStandardOutput() throws {
        let outcome = try Program.shell(
            "lineament face-detector a.png --annotate - --output r.json > d.png && lineament face-detector d.png",
            in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.objects.count == 1, "\(outcome.errors)")
        let both = try Program.run("face-detector", "a.png", "--annotate", "-", in: scratch.folder)
        #expect(both.status == 2)
        #expect(both.errors.contains("--output"))
        let several = try Program.run(
            "face-detector", "a.png", "a.png", "--annotate", "-", "-o", "r", in: scratch.folder)
        #expect(several.status == 2)
        #expect(several.errors.contains("one image"))
        let itself = try Program.shell(
            "lineament face-detector a.png --annotate - --output r.json >> a.png", in: scratch.folder)
        #expect(itself.status == 2)
    }

    @Test func linesNameTheirFrameAndDrawing() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        let frames = try Program.run("face-detector", "clip.mp4", "--annotate", "drawn/", in: scratch.folder)
        #expect(frames.objects.compactMap { $0["frame"] as? Int } == [0, 1, 2])
        for object in frames.objects {
            let drawing = try #require(object["annotated"] as? String)
            #expect(drawing.hasPrefix("drawn/frame-"))
            #expect(scratch.exists(drawing))
        }
        let image = try Program.run("face-detector", "a.png", "--annotate", "new/b.jpg", "-o", "-", in: scratch.folder)
        #expect(image.objects.first?["annotated"] as? String == "new/b.jpg")
        #expect(scratch.exists("new/b.jpg"))
        #expect(image.objects.first?["frame"] == nil)
    }

    @Test func outputsMakeTheirFolder() throws {
        let outcome = try Program.run("face-detector", "a.png", "-o", "new/r.jsonl", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(scratch.exists("new/r.jsonl"))
    }

    @Test func optionsOfVideosAreNotedForImages() throws {
        let outcome = try Program.run("face-detector", "a.png", "--every", "2", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == "note: --start, --duration and --every apply only to videos; "
                + "they are ignored for images.\n")
        #expect(try Program.run("face-detector", "a.png", "--every", "2", "--quiet", in: scratch.folder).errors.isEmpty)
        let copy = try Program.run("redact", "a.png", "--output", "b.png", "--crf", "30", in: scratch.folder)
        #expect(copy.status == 0)
        #expect(copy.errors == "note: --crf applies only to videos; it is ignored for images.\n")
        let silent = try Program.run(
            "redact", "a.png", "--output", "c.png", "--sound", "drop", "--crf", "30", in: scratch.folder)
        #expect(silent.errors == "note: --sound and --crf apply only to videos; they are ignored for images.\n")
    }

    /// Notices that the libraries log while models load are printed on a terminal, except with `--quiet`, and do not
    /// suppress the closing line.
    @Test func noticesArePrintedOnATerminal() throws {
        let line =
            "env -u NO_COLOR TERM=xterm LINEAMENT_HOME=$PWD/none "
            + "python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' lineament face-detector a.png"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.output.contains("note:"), "\(outcome.output)")
        #expect(outcome.output.contains("LINEAMENT_HOME"), "\(outcome.output)")
        #expect(outcome.output.contains("\u{1b}[1;36m"))
        #expect(outcome.output.contains("1 image"))
        let quiet = try Program.shell(line + " --quiet", in: scratch.folder)
        #expect(quiet.output.contains("a.png"), "\(quiet.output)")
        #expect(!quiet.output.contains("LINEAMENT_HOME"), "\(quiet.output)")
    }

    /// The line during a run names the input; the last one says where everything went, and which folders are new.
    @Test func aRunSaysWhereItIsAndWhereEverythingWent() throws {
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("b.png"))
        let line =
            "TERM=xterm python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "
            + "lineament face-detector a.png b.png --jobs 1 --output results/faces.jsonl --annotate drawn"
        let first = try Program.shell(line, in: scratch.folder).output
        #expect(first.contains("a.png: 50%, 1 of 2 inputs, "), "\(first)")
        #expect(first.contains("s, written to results/faces.jsonl (new folder) and drawn (new folder)\r\n"), "\(first)")
        let second = try Program.shell(line, in: scratch.folder).output
        #expect(second.contains("s, written to results/faces.jsonl and drawn\r\n"), "\(second)")
    }

    /// Runs a command on a pseudo-terminal; returns the lines that stand on it at the end, and the progress lines that stood on it.
    private func terminal(_ command: String) throws -> (lines: [String], progress: [String]) {
        let line = "NO_COLOR=1 TERM=xterm python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \(command)"
        let output = try Program.shell(line, in: scratch.folder).output
        let shown = output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let states = shown.map { $0.split(separator: "\r\u{1b}[K", omittingEmptySubsequences: false).map(String.init) }
        return (states.compactMap(\.last).filter { !$0.isEmpty }, states.flatMap { $0.dropLast() })
    }

    /// The recordings of docs/output.md are what a terminal shows, but for the time that a machine takes.
    @Test func recordingsAreTrue() throws {
        let page = try String(contentsOf: TestData.packageRoot.appending(path: "docs/output.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("On a terminal\n") })
        let recordings = section.components(separatedBy: "```\n").filter { $0.hasPrefix("$ ") }
        #expect(recordings.count == 3)
        try Clip.make(at: scratch.url("clip.mp4"), frames: 100)
        for name in ["anna.png", "bert.png"] {
            try FileManager.default.createDirectory(at: scratch.url("photos"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photos/\(name)"))
        }
        try Data("no image".utf8).write(to: scratch.url("photos/notes.jpg"))
        func timeless(_ line: String) -> String {
            line.replacing(/\d+\.\d s\b/, with: "… s").replacing(/\d+%, \d+ frames?, \d+ a second, .* left/, with: "…")
        }
        for recording in recordings {
            let lines = recording.split(separator: "\n").map(String.init)
            let shown = try terminal(String(lines[0].dropFirst(2)))
            // Without YuNet, what searches for small faces says so first.
            let found = shown.lines.filter { TestData.hasYuNet || !$0.hasPrefix("note: models/yunet.tflite") }
            let isProgress = { (line: String) in line.contains(" a second, ") }
            #expect(lines.dropFirst().filter { !isProgress($0) }.map(timeless) == found.map(timeless))
            let progress = Set(shown.progress.map(timeless))
            for line in lines where isProgress(line) { #expect(progress.contains(timeless(line)), "\(shown.progress)") }
        }
    }

    @Test func wordsThatAreNoCommandsGetAHint() throws {
        #expect(CommandHint.message(for: ["face-landmarkr", "a.png"])?.contains("'face-landmarker'") == true)
        #expect(CommandHint.message(for: ["/dev/null"])?.contains("lineament face-landmarker /dev/null") == true)
        #expect(CommandHint.message(for: ["sing"])?.contains("The commands are: face-detector") == true)
        #expect(CommandHint.message(for: ["faces", "a.png"]) == nil)
        #expect(CommandHint.message(for: ["--help"]) == nil)
        let outcome = try Program.run("a.png", in: scratch.folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("error: No command given for a.png."))
    }

    /// An option that another command has, or another program.
    @Test(arguments: [
        ("face-landmarker --output-segmentation-masks m a.png", "It is an option of pose-landmarker"),
        ("pose-landmarker --output-face-blendshapes a.png", "It is an option of face-landmarker"),
        ("redact a.png --style blur", "Use --how."), ("redact a.png --blur", "Use --how blur, pixelate or fill."),
        ("face-detector --draw=b.png a.png", "Use --annotate."), ("face-detector --gpu a.png", "Use --delegate gpu."),
    ])
    func optionsOfOthersAreExplained(line: String, remedy: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(CommandHint.messageOnOption(for: arguments)?.contains(remedy) == true)
    }

    @Test func commandsOfACommandAreExplained() {
        #expect(CommandHint.messageOnSubcommand(for: ["models", "verfy"])?.contains("Did you mean verify?") == true)
        #expect(CommandHint.messageOnSubcommand(for: ["models", "xyzzy"])?.contains("list, verify, fetch") == true)
        #expect(CommandHint.messageOnSubcommand(for: ["models", "list", "x"]) == nil)
        #expect(CommandHint.messageOnSubcommand(for: ["faces", "a.png"]) == nil)
    }

    @Test(arguments: [
        "faces a.png --jobs 2", "faces a.png --anotate b.png", "faces a.png --xyzzy", "models fetch --folder f",
    ])
    func optionsThatAreKnownOrMisspelledAreLeftToTheParser(line: String) {
        #expect(CommandHint.messageOnOption(for: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test(arguments: [
        ("blur", "redact"), ("anonymize", "redact"), ("Pixelate", "redact"), ("mask", "redact"),
        ("detect", "face-detector"),
        ("mesh", "face-landmarker"), ("pose", "pose-landmarker"), ("hands", "hand-landmarker"), ("align", "crop"),
    ])
    func wordsOfOtherProgramsLeadToTheCommand(word: String, command: String) {
        let hint = "There is no command '\(word)'. Did you mean '\(command)'?"
        #expect(CommandHint.message(for: [word, "a.png"]) == hint)
        #expect(CommandHint.messageOnHelp(for: ["help", word]) == hint)
    }

    @Test func relatedWordsAreOfOneCommandEach() {
        let words = CommandHint.relatedWords.flatMap(\.words)
        #expect(Set(words).count == words.count)
        #expect(Set(words).isDisjoint(with: CommandHint.names))
    }

    /// What people try first is answered: the version, help about a misspelled command, a number below zero, a device as
    /// a folder.
    @Test func commonSlipsHaveMessagesOfTheirOwn() throws {
        let version = try Program.run("version", in: scratch.folder)
        let usual = try Program.run("--version", in: scratch.folder)
        #expect(version.status == 0)
        #expect(version.lines == usual.lines)
        func errors(_ arguments: String...) throws -> String {
            let line = (["lineament"] + arguments).joined(separator: " ")
            let outcome = try Program.shell(line, in: scratch.folder)
            #expect(outcome.status != 0, "\(arguments)")
            return outcome.errors
        }
        #expect(try errors("help", "fases") == "error: There is no command 'fases'. Did you mean 'faces'?\n")
        #expect(try errors("faces", "a.png", "--jobs", "-1") == "error: --jobs cannot be negative: -1.\n")
        #expect(try errors("faces", "../no/a.png") == "error: ../no/a.png: no such file.\n")
        #expect(
            try errors("face-landmarker", "'\(Sample.url.path)'", "--num-faces", "0")
                == "error: Invalid --num-faces: value must be at least 1, not 0.\n")
        #expect(
            try errors("face-detector", "'\(Sample.url.path)'", "--model", "no.tflite")
                .hasSuffix("no.tflite\nThere is no such file.\n"))
        #expect(
            try errors("faces", "a.png", "--annotate", "/dev/full").contains(
                "/dev/full cannot be written: /dev/full is not a folder."))
    }

    /// A folder with damaged images says so once, and names them on request.
    @Test func warningsAboutImagesAreCounted() throws {
        var bytes = try ImageEncoder().encode(Sample.pixels(), as: .jpeg)
        bytes.insert(contentsOf: [UInt8](repeating: 1, count: 40), at: bytes.count - 2)
        for name in ["a.jpg", "b.jpg"] { try bytes.write(to: scratch.url(name)) }
        let counted = try Program.run("face-detector", "a.jpg", "b.jpg", in: scratch.folder)
        #expect(counted.status == 0)
        #expect(counted.errors == "warning: 2 images were read although they are damaged. -v tells which.\n")
        let named = try Program.run("face-detector", "a.jpg", "b.jpg", "-v", in: scratch.folder)
        #expect(named.errors.contains("a.jpg was read, but some of its data is corrupt (libjpeg: "))
        let single = try Program.run("face-detector", "a.jpg", in: scratch.folder)
        #expect(single.errors.hasPrefix("warning: a.jpg was read, but"))
    }

    /// -v says how the cores were used, and -q leaves that out as well.
    @Test func theUseOfTheCoresIsTold() throws {
        let short = ["face-detector", "a.png", "-v", "--range", "short"]
        let fixed = try Program.run(short + ["--threads", "1"], in: scratch.folder)
        #expect(fixed.errors.wholeMatch(of: /note: \d+ cores?, 1 job; inferences: [1-9]\d* on 1 thread\.\n/) != nil)
        let shared = try Program.run(short, in: scratch.folder)
        #expect(shared.errors.prefixMatch(of: /note: \d+ cores?, 1 job; inferences: [1-9]\d* on [124] thread/) != nil)
        #expect(try Program.run("face-detector", "a.png", "-vq", in: scratch.folder).errors == "")
    }

    @Test func shellsCompleteModelsAndLists() throws {
        func completed(_ command: String, _ option: String, _ typed: String) throws -> [String] {
            try Program.run(
                "---completion", command, "--", "--\(option)", "3", "\(typed.count)", "lineament", command,
                "--\(option)", typed, in: scratch.folder
            ).lines.map(String.init)
        }
        #expect(try completed("pose-landmarker", "model", "l").first == "lite")
        #expect(try completed("face-landmarker", "fields", "trackIDs,face").contains("trackIDs,faceScores"))
    }

    /// Everybody is found by default, and the library's default is a number away.
    @Test(arguments: [
        ["face-detector", "--min-detection-confidence", "2"],
        ["face-landmarker", "--min-face-presence-confidence", "nan"],
        ["face-detector", "--max-searched-pixels", "0"], ["face-landmarker", "--camera-fov", "180"],
    ])
    func messagesNameOptionsAsTheyWereTyped(arguments: [String]) throws {
        let words = ["lineament", arguments[0], "'\(Sample.url.path)'"] + arguments.dropFirst()
        let line = words.joined(separator: " ")
        let scratch = try Scratch()
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 2)
        #expect(outcome.lines.isEmpty)
        #expect(outcome.errors.contains("Invalid \(arguments[1]): "), "\(outcome.errors)")
    }

    #if !Server
        @Test(.enabled(if: !Program.isInstalled, "the installed program has the service"))
        func aProgramWithoutTheServiceSaysHowToGetIt() throws {
            let outcome = try Program.run("serve", "--port", "0")
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains("--traits Server"))
        }
    #endif

    @Test func everybodyIsFoundByDefault() throws {
        let photo = try Sample.pixels()
        let rgb = photo.rgbBytes
        // The photo beside itself has two faces.
        var bytes = Data("P6 \(2 * photo.width) \(photo.height) 255\n".utf8)
        for row in 0..<photo.height {
            let line = rgb[row * photo.width * 3..<(row + 1) * photo.width * 3]
            bytes.append(contentsOf: line + line)
        }
        try bytes.write(to: scratch.url("two.ppm"))
        func count(_ arguments: String...) throws -> Int? {
            let outcome = try Program.run(["face-landmarker", scratch.url("two.ppm").path] + arguments)
            return (outcome.objects.first?["faceLandmarks"] as? [Any])?.count
        }
        #expect(try count() == 2)
        #expect(try count("--num-faces", "1") == 1)
        #expect(try count("--num-faces", "all") == 2)
    }
}

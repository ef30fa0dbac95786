// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVideo
import TestSupport
import Testing

/// The audio of redacted and annotated videos: all of it, or a word before the work.
@Suite struct RedactedAudioTests {
    private static func make(_ scratch: Scratch, _ sound: AVIFile.Sound, frames: Int) throws {
        let picture = DerivedPixels(width: 64, height: 48, red: 90, green: 120, blue: 60)
        let file = AVIFile(frames: Array(repeating: picture, count: frames), sound: sound)
        try file.data().write(to: scratch.url("clip.avi"))
    }

    /// A clip is redacted a second after it is read; a short one, when it has ended.
    @Test(arguments: [10, 60], ["out.mp4", "out.mov", "out.mkv"])
    func theAudioIsThereFromTheBeginning(frames: Int, name: String) throws {
        let scratch = try Scratch()
        let packets = frames * 16_000 / 25 / 1024
        try Self.make(scratch, .silentAAC(packets: packets), frames: frames)
        let outcome = try Program.shell("lineament redact clip.avi --output \(name)", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        // The packets of silence stand in the file as they are.
        let copy = try Data(contentsOf: scratch.url(name))
        var count = 0
        var place = copy.startIndex
        while let found = copy[place...].range(of: Data(AVIFile.silentAAC)) {
            count += 1
            place = found.upperBound
        }
        #expect(count >= packets)
    }

    @Test func audioThatDoesNotFitIsSaidBeforeTheWork() throws {
        let scratch = try Scratch()
        try Self.make(scratch, .samples(Array(repeating: 9, count: 16_000)), frames: 25)
        let refused = try Program.shell(
            "lineament redact clip.avi --output out.mp4 --report report.jsonl", in: scratch.folder)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("MP4 cannot hold the audio of clip.avi (pcm_s16le)"), "\(refused.errors)")
        #expect(refused.errors.contains(".mov or .mkv"))
        #expect(refused.errors.contains("--sound drop"))
        #expect(!FileManager.default.fileExists(atPath: scratch.url("out.mp4").path))
        for arguments in ["out.mp4 --sound drop", "out.mkv", "out.mov"] {
            let outcome = try Program.shell("lineament redact clip.avi --output \(arguments)", in: scratch.folder)
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        }
        // A drawing of results is not meant to be shown around; it lacks the audio, and says so.
        let drawn = try Program.shell(
            "lineament face-detector clip.avi --annotate drawn.mp4", in: scratch.folder)
        #expect(drawn.status == 0, "\(drawn.errors)")
        #expect(drawn.errors.contains("The copy has no audio"), "\(drawn.errors)")
    }

    /// The copies of cameras' AVI files in a folder, whose names the user does not choose, are not without their audio.
    @Test func copiesInAFolderHaveAContainerThatHoldsTheAudio() throws {
        let scratch = try Scratch()
        try Self.make(scratch, .samples(Array(repeating: 9, count: 16_000)), frames: 25)
        let folder = scratch.url("clips")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: scratch.url("clip.avi"), to: folder.appending(path: "pcm.avi"))
        try Self.make(scratch, .silentAAC(packets: 10), frames: 25)
        try FileManager.default.copyItem(at: scratch.url("clip.avi"), to: folder.appending(path: "aac.avi"))
        let runs = [
            ("redact clips --output", "copies", "", ["aac.avi.mp4", "pcm.avi.mov"]),
            ("redact clips/pcm.avi --output", "one/", "", ["pcm.avi.mov"]),
            ("redact clips --output", "silent", "--sound drop", ["aac.avi.mp4", "pcm.avi.mp4"]),
            ("face-detector clips --annotate", "drawn", "", ["aac.avi.mp4", "pcm.avi.mov"]),
        ]
        for (command, output, options, names) in runs {
            let outcome = try Program.shell("lineament \(command) \(output) \(options)", in: scratch.folder)
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(!outcome.errors.contains("no audio"), "\(command): \(outcome.errors)")
            let written = try FileManager.default.contentsOfDirectory(atPath: scratch.url(output).path)
            #expect(written.sorted() == names, "\(command)")
        }
    }

    @Test func theQualityIsCheckedBeforeTheWork() throws {
        let scratch = try Scratch()
        try Self.make(scratch, .silentAAC(packets: 10), frames: 25)
        let outcome = try Program.shell(
            "lineament redact clip.avi --output out.mp4 --crf 52 --report report.jsonl", in: scratch.folder)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("0 to 51"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.url("out.mp4").path))
    }

    /// A part of a video begins at 0, whatever was left out before it.
    @Test func aPartBeginsAtZero() throws {
        let scratch = try Scratch()
        try Self.make(scratch, .silentAAC(packets: 37), frames: 60)
        let outcome = try Program.shell(
            "lineament redact clip.avi --output out.mp4 --start 1.2 --duration 0.8", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let reader = try VideoReader(scratch.url("out.mp4"))
        #expect(abs((reader.duration ?? 0) - 0.8) < 0.15)
    }

    /// Frames that do not fit into the memory for waiting wait in a file, and the copy is the same.
    @Test func framesWaitInAFile() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 40)
        var copies: [Data] = []
        for (name, options) in [("a.mkv", ""), ("b.mkv", "--max-memory 200000")] {
            let outcome = try Program.shell(
                "lineament redact clip.mp4 --output \(name) --crf 0 --report \(name).jsonl \(options)",
                in: scratch.folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let reader = try VideoReader(scratch.url(name))
            var pixels = Data()
            while let frame = try reader.next() { pixels += Data(try frame.pixels.convertedToRGB().rgbBytes) }
            copies.append(pixels)
        }
        #expect(copies[0] == copies[1])
        #expect(copies[0].count == 40 * 320 * 240 * 3)
    }
}

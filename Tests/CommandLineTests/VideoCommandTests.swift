// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVideo
import TestSupport
import Testing

@Suite struct VideoCommandTests {
    @Test(arguments: ["mp4", "webm", "mkv", "mov"])
    func framesArePrintedOnePerLine(kind: String) throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.\(kind)"))
        let outcome = try Program.run("face-landmarker", scratch.url("clip.\(kind)").path)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.objects.count == 30)
        #expect(outcome.objects.map { $0["timestampInMilliseconds"] as? Int } == (0..<30).map { $0 * 40 })
        #expect(outcome.objects.allSatisfy { $0["trackIDs"] as? [Int] == [1] })
    }

    /// A file with an unknown extension is read as an image; the error suggests `--running-mode video`.
    @Test func videosWithUnknownNamesAreVideosOnRequest() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 3)
        try FileManager.default.moveItem(at: scratch.url("clip.mp4"), to: scratch.url("clip"))
        let outcome = try Program.run("face-detector", "clip", in: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is a video. To read it as one, add --running-mode video."))
        let read = try Program.run("face-detector", "clip", "--running-mode", "video", in: scratch.folder)
        #expect(read.status == 0, "\(read.errors)")
        #expect(read.lines.count == 3, "\(read.errors)")
    }

    @Test func annotatedVideosKeepFramesAndTimestamps() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"))
        for kind in ["mp4", "webm"] {
            let target = scratch.url("drawn.\(kind)").path
            let outcome = try Program.run("face-detector", scratch.url("clip.mp4").path, "--annotate", target)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let reader = try VideoReader(target)
            var times: [Int] = []
            while let frame = try reader.next() { times.append(frame.timestampInMilliseconds) }
            #expect(times == (0..<30).map { $0 * 40 })
            #expect(reader.width == 320)
            #expect(reader.height == 240)
        }
        let folder = try Program.run(
            "face-detector", scratch.url("clip.mp4").path, "--annotate", scratch.url("frames").path, "--every", "10")
        #expect(folder.status == 0)
        #expect(["000000", "000010", "000020"].allSatisfy { scratch.exists("frames/frame-\($0).jpg") })
    }

    @Test func optionsSelectPartOfAVideo() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"))
        let outcome = try Program.run(
            "face-detector", scratch.url("clip.mp4").path, "--start", "0.4", "--duration", "0.2")
        #expect(outcome.objects.map { $0["timestampInMilliseconds"] as? Int } == [400, 440, 480, 520, 560])
    }

    @Test func truncatedVideosGiveTheirFramesThenTheError() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mkv"), frames: 75)
        let whole = try Data(contentsOf: scratch.url("clip.mkv"))
        try whole.prefix(whole.count * 4 / 5).write(to: scratch.url("cut.mkv"))
        try Data("no video".utf8).write(to: scratch.url("text.mp4"))
        let outcome = try Program.run("face-detector", scratch.url("cut.mkv").path, scratch.url("text.mp4").path)
        #expect(outcome.status == 1)
        let frames = outcome.objects.filter { $0["detections"] != nil }
        #expect(frames.count > 0, "\(outcome.errors)")
        #expect(frames.count < 75, "\(outcome.errors)")
        #expect(outcome.objects.count { $0["error"] != nil } == 2)
        #expect(outcome.errors.contains("text.mp4"))
    }

    /// The results of the second and third video wait for those of the first, with more than a megabyte spooled to a
    /// file.
    @Test func concurrentVideosStayInOrder() throws {
        let scratch = try Scratch()
        for (name, frames) in [("a.mp4", 150), ("b.mp4", 75), ("c.mp4", 75)] {
            try Clip.make(at: scratch.url(name), frames: frames)
        }
        try Data("no video".utf8).write(to: scratch.url("b2.mp4"))
        let arguments = ["face-landmarker", scratch.folder.path, "--output-face-blendshapes"]
        let one = try Program.run(arguments + ["--jobs", "1", "--threads", "1"])
        let several = try Program.run(arguments + ["--jobs", "3"])
        #expect(one.status == 1)
        #expect(several.status == 1)
        #expect(several.errors == one.errors)
        try #require(one.objects.count == 301)
        #expect(one.objects[225]["error"] != nil)
        #expect(several.output == one.output)
        let early = try Program.shell(
            "set +o pipefail; lineament face-landmarker \(scratch.folder.path) --jobs 3 | head -2", in: scratch.folder)
        #expect(early.lines.count == 2, "\(early.errors)")
        #expect(early.errors.isEmpty, "\(early.errors)")
    }

    @Test func unwritableOutputsAreErrors() throws {
        let scratch = try Scratch()
        #expect(throws: LineamentError.self) {
            try VideoWriter(path: scratch.url("no/such/a.mp4").path, width: 64, height: 64, frameRate: 25)
        }
        try Clip.make(at: scratch.url("clip.mp4"))
        try Data("a file, not a folder".utf8).write(to: scratch.url("file"))
        let target = scratch.url("file/drawn.mp4").path
        let outcome = try Program.run("face-detector", scratch.url("clip.mp4").path, "--annotate", target)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("file/drawn.mp4 cannot be written"))
        // Nobody waits for a video to learn that.
        #expect(outcome.output.isEmpty)
    }

    /// A mask that cannot be written costs the masks from there on, and no landmarks.
    @Test func resultsOfAVideoGoOnWithoutMasks() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 6)
        let outcome = try Program.shell(
            "mkdir -p m/clip-000003-mask-0.png/x; lineament pose-landmarker clip.mp4 --output-segmentation-masks m",
            in: scratch.folder)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.objects.count == 7, "\(outcome.errors)")
        let frames = outcome.objects.dropLast()
        #expect(frames.allSatisfy { ($0["landmarks"] as? [Any])?.count == 1 })
        #expect(frames.map { $0["segmentationMasks"] != nil } == [true, true, true, false, false, false])
        let failure = try #require(outcome.objects.last?["error"] as? String)
        #expect(failure.contains("clip-000003-mask-0.png cannot be written"))
        // The message comes once.
        let message = "error: clip.mp4: results continue, but no more masks are written: "
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }

    /// A line names the drawing of its frame only if that exists.
    @Test func resultsOfAVideoGoOnWithoutDrawings() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"))
        let outcome = try Program.shell(
            "mkdir -p d/frame-000002.jpg/x; lineament face-detector clip.mp4 --annotate d/", in: scratch.folder)
        try #require(outcome.status == 1, "\(outcome.errors)")
        try #require(outcome.objects.count == 31, "\(outcome.errors)")
        let frames = outcome.objects.dropLast()
        #expect(frames.map { $0["frame"] as? Int } == Array(0..<30))
        #expect(frames.allSatisfy { $0["detections"] != nil })
        for frame in frames {
            guard let drawing = frame["annotated"] as? String else { continue }
            #expect(try !Data(contentsOf: scratch.url(drawing)).isEmpty, "\(drawing)")
        }
        #expect(outcome.objects[2]["annotated"] == nil)
        #expect(outcome.objects[29]["annotated"] == nil)
        #expect((outcome.objects.last?["error"] as? String)?.contains("frame-000002.jpg cannot be written") == true)
        let message = "error: clip.mp4: results continue, but no more frames of the copy are written: "
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }

    @Test func interruptedImagesEndEarly() throws {
        let scratch = try Scratch()
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("a.png"))
        let files = Array(repeating: "a.png", count: 8000).joined(separator: " ")
        let line = "timeout --preserve-status -s INT 2 lineament face-landmarker \(files)"
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 130)
        #expect(outcome.lines.count < 8000)
        #expect(outcome.objects.count == outcome.lines.count)
    }

    /// Frames that were read ahead are discarded cleanly after Ctrl-C and when the pipe for results is closed.
    @Test func endingEarlyIsQuiet() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 80)
        let files = (0..<40).map { _ in "clip.mp4" }.joined(separator: " ")
        let line = "timeout --preserve-status -s INT 1 lineament pose-landmarker \(files)"
        let interrupted = try Program.shell(line, in: scratch.folder)
        #expect(interrupted.status == 130, "\(interrupted.errors)")
        #expect(interrupted.errors.isEmpty, "\(interrupted.errors)")
        let closed = try Program.shell(
            "set +o pipefail; lineament face-detector \(files) | head -2", in: scratch.folder)
        #expect(closed.lines.count == 2, "\(closed.errors)")
        #expect(closed.errors.isEmpty, "\(closed.errors)")
    }

    @Test func interruptedVideosArePlayable() throws {
        let scratch = try Scratch()
        try Clip.make(at: scratch.url("clip.mp4"), frames: 80)
        let files = (0..<30).map { _ in "clip.mp4" }.joined(separator: " ")
        // One video is complete, and some frames of another one are drawn.
        let outcome = try Program.shell(
            """
            lineament face-landmarker \(files) --annotate drawn & p=$!
            for i in {1..600}; do ls drawn/*.mp4 drawn/.lineament-* >/dev/null 2>&1 && break; sleep 0.1; done
            kill -INT $p; wait $p
            """, in: scratch.folder)
        #expect(outcome.status == 130, "\(outcome.status) \(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.status) \(outcome.errors)")
        let made = try FileManager.default.contentsOfDirectory(atPath: scratch.url("drawn").path)
        #expect(!made.isEmpty)
        for name in made {
            let reader = try VideoReader(scratch.url("drawn/\(name)").path)
            var count = 0
            while try reader.next() != nil { count += 1 }
            #expect(count > 0, "\(name)")
        }
    }

    @Test func smoothingReducesJitterWithoutLag() throws {
        let outcome = try Program.run("bench", "--steadiness")
        let rows = outcome.lines.dropFirst().map { $0.split(separator: " ") }
        try #require(rows.count == 4)
        for (raw, smooth) in [(rows[0], rows[1]), (rows[2], rows[3])] {
            let (before, after) = (Double(raw[2]) ?? .nan, Double(smooth[2]) ?? .nan)
            #expect(before > 0)
            #expect(before >= 3 * after)
            #expect((Double(smooth[4]) ?? .nan) - (Double(raw[4]) ?? .nan) <= 1)
        }
    }

    /// Tapes of camcorders are kept as raw DV.
    @Test func rawDVIsReadAndFoundInFolders() throws {
        let scratch = try Scratch()
        try DVFile(frames: 3).data().write(to: scratch.url("tape.dv"))
        for input in ["tape.dv", "."] {
            let outcome = try Program.shell("lineament face-detector \(input)", in: scratch.folder)
            #expect(outcome.status == 0, "\(input): \(outcome.errors)")
            #expect(outcome.objects.count == 3)
        }
    }

    @Test func audioIsCopied() throws {
        let scratch = try Scratch()
        let frames = try DerivedClips(DerivedImages(sample: .sample())).clip("moving").frames.prefix(10)
        try AVIFile(frames: Array(frames), sound: .silentAAC(packets: 6)).data().write(to: scratch.url("sound.avi"))
        let outcome = try Program.run(
            "face-detector", scratch.url("sound.avi").path, "--annotate", scratch.url("a.mp4").path)
        #expect(outcome.status == 0)
        #expect(outcome.objects.count == 10)
        let bytes = try Data(contentsOf: scratch.url("a.mp4"))
        #expect(bytes.range(of: Data("mp4a".utf8)) != nil)
    }
}

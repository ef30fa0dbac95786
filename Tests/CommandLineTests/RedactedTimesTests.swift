// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentVideo
import TestSupport
import Testing

/// The times of boxes and covers in files that do not begin at 0.
@Suite struct RedactedTimesTests {
    /// Makes a transport stream, which begins at 1.4 s of its own clock.
    private static func makeStream(_ scratch: Scratch, frames: Int = 50) throws {
        let path = scratch.url("clip.mp4").path
        let writer = try VideoWriter(
            path: path, temporaryPath: path, width: 160, height: 120, frameRate: 25, audioFrom: nil)
        for frame in 0..<frames { try writer.write(.noise(160, 120, .i420), time: Double(frame) / 25) }
        try writer.finish()
        let copied = try Program.shell("ffmpeg -v error -i clip.mp4 -c copy clip.ts", in: scratch.folder)
        try #require(copied.status == 0, "\(copied.errors)")
    }

    /// Returns the numbers of the frames in which something is covered.
    private static func coveredFrames(_ outcome: Program.Outcome, where isMeant: (JSON) -> Bool) throws -> [Int] {
        try outcome.lines.enumerated().filter { try JSON($1)["covered"]?.items.contains(where: isMeant) == true }
            .map(\.offset)
    }

    /// Times of ffprobe and PyAV are those of the container, and others would be covered 1.4 s away from what was seen.
    @Test func boxesOfTheContainersClockAreFound() throws {
        let scratch = try Scratch()
        try Self.makeStream(scratch)
        let start = try #require(try VideoReader(scratch.url("clip.ts")).next()?.container).time
        #expect(start > 1)
        let box = #""x": 5, "y": 5, "width": 30, "height": 12}"#
        for (clock, time, message) in [
            (#""clock": "container", "#, start, nil), ("", start + 1.88, nil),
            ("", start + 0.1, "fit that clock as well as"),
        ] as [(String, Double, String?)] {
            let text = #"{"file": "./clip.ts", "time": \#(time), \#(clock)\#(box)"#
            try text.write(to: scratch.url("boxes.jsonl"), atomically: true, encoding: .utf8)
            let outcome = try Program.shell(
                "lineament redact clip.ts --areas boxes.jsonl --output out.mp4", in: scratch.folder)
            guard message == nil else {
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains(message ?? ""), "\(outcome.errors)")
                #expect(!scratch.exists("out.mp4"))
                continue
            }
            #expect(outcome.status == 0, "\(outcome.errors)")
            let frame = Int(((time - start) * 25).rounded())
            let found = try Self.coveredFrames(outcome) { $0["cause"] == .string("detected") }
            #expect(found == [frame])
            try FileManager.default.removeItem(at: scratch.url("out.mp4"))
        }
    }

    /// The times of the report, and of a plan, include the frames that they are of.
    @Test func coversByTheTimesOfTheReportIncludeTheirFrames() throws {
        let scratch = try Scratch()
        try Self.makeStream(scratch)
        let covered: (JSON) -> Bool = { $0["cause"] == .string("requested") }
        let direct = try Program.shell(
            "lineament redact clip.ts --cover 5,5,30,12@0:01-0:01.4 --output out.mp4 --plan plan.json",
            in: scratch.folder)
        #expect(direct.status == 0, "\(direct.errors)")
        let found = try Self.coveredFrames(direct, where: covered)
        #expect(found == Array(25...35))
        let rendered = try Program.shell(
            "lineament redact clip.ts --from plan.json --output rendered.mp4", in: scratch.folder)
        #expect(rendered.status == 0, "\(rendered.errors)")
        #expect(try Self.coveredFrames(rendered, where: covered) == found)
    }
}

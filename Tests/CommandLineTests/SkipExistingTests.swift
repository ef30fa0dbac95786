// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import LineamentTools
import LineamentTasks
import LineamentVideo
import TestSupport
import Testing

@testable import LineamentCLI

/// With `--skip-existing`, a run goes on where an earlier one has ended.
@Suite struct SkipExistingTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for name in ["photos/a.png", "photos/b.png", "photos/sub/c.png"] {
            let place = scratch.url(name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: Sample.url, to: place)
        }
    }

    private func run(_ line: String) throws -> Program.Outcome { try Program.shell(line, in: scratch.folder) }

    private func lines(of name: String) throws -> [String] {
        try String(contentsOf: scratch.url(name), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Ruins an input, so that a run fails that reads it.
    private func ruin(_ name: String) throws { try Data("no image".utf8).write(to: scratch.url(name)) }

    @Test(arguments: [
        ("redact photos -o out --report r.jsonl", "out/b.png"),
        ("crop photos -o out --table r.jsonl", "out/b-face-0.png"),
        ("crop photos -o out --table r.csv --template arcface --format jpg", "out/b-arcface-0.jpg"),
        ("face-detector photos --annotate out -o r.csv", "out/b.png"),
        ("pose-landmarker photos --output-segmentation-masks out -o r.jsonl", "out/b-mask-0.png"),
    ])
    func whatIsThereIsSkipped(line: String, file: String) throws {
        let results = line.contains("r.csv") ? "r.csv" : "r.jsonl"
        let first = try run("lineament \(line)")
        #expect(first.status == 0, "\(first.errors)")
        let before = try lines(of: results)
        try ruin("photos/a.png")
        try ruin("photos/sub/c.png")
        try FileManager.default.removeItem(at: scratch.url(file))
        let second = try run("lineament \(line) --skip-existing")
        #expect(second.status == 0, "\(second.errors)")
        #expect(scratch.exists(file))
        #expect(try lines(of: results) == before)
        try ruin("photos/b.png")
        let third = try run("lineament \(line) --skip-existing")
        #expect(third.status == 0, "\(third.errors)")
        #expect(try lines(of: results) == before)
        let anew = try run("lineament \(line)")
        #expect(anew.status == 1)
    }

    /// An input that failed is tried again, and its line is that of the last run.
    @Test func failuresAreTriedAgain() throws {
        try ruin("photos/b.png")
        let first = try run("lineament crop photos -o out --table r.csv")
        #expect(first.status == 1)
        try FileManager.default.removeItem(at: scratch.url("photos/b.png"))
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("photos/b.png"))
        let second = try run("lineament crop photos -o out --table r.csv --skip-existing")
        #expect(second.status == 0, "\(second.errors)")
        let rows = try lines(of: "r.csv")
        #expect(rows.count == 4)
        #expect(
            rows.dropFirst().map { $0.prefix { $0 != "," } } == ["photos/a.png", "photos/b.png", "photos/sub/c.png"])
        #expect(rows.allSatisfy { !$0.contains("supported") })
    }

    /// Nobody is in a photo that was done: it has no file, but a line.
    @Test func photosWithoutAnybodyAreNotSearchedAgain() throws {
        let blank = try PixelBuffer(
            copying: [UInt8](repeating: 128, count: 64 * 48 * 3), width: 64, height: 48, format: .rgb8)
        try blank.write(to: scratch.url("photos/b.png"))
        let line = "lineament crop photos -o out --table r.jsonl"
        #expect(try run(line).status == 0)
        try ruin("photos/b.png")
        let second = try run("\(line) --skip-existing")
        #expect(second.status == 0, "\(second.errors)")
        #expect(try lines(of: "r.jsonl").count == 3)
    }

    /// The crops of a video that was interrupted are not taken for all of them.
    @Test func interruptedVideosAreDoneAgain() throws {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 300)
        #expect(try run("lineament crop clip.mp4 -o all --template arcface --table all.jsonl").status == 0)
        let all = try FileManager.default.contentsOfDirectory(atPath: scratch.url("all").path)
        let interrupted = try run(
            """
            lineament crop clip.mp4 -o out --template arcface --table r.jsonl & p=$!
            for i in {1..600}; do ls out/clip-000001-* 2>/dev/null && break; sleep 0.05; done
            kill -INT $p; wait $p
            """)
        #expect(interrupted.status == 130, "\(interrupted)")
        let part = try FileManager.default.contentsOfDirectory(atPath: scratch.url("out").path)
        #expect(part.contains(".clip-arcface.partial"))
        #expect(part.count < all.count)
        let line = "lineament crop clip.mp4 -o out --template arcface --table r.jsonl --skip-existing"
        let whole = try run(line)
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(try lines(of: "r.jsonl").count == 300)
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url("out").path)
        #expect(files.sorted() == all.sorted())
        try ruin("clip.mp4")
        #expect(try run(line).status == 0)
        #expect(try lines(of: "r.jsonl").count == 300)
    }

    /// In a folder, a copy that is cut short looks like a complete one, so it is not kept. A file that was named is.
    @Test func copiesInFoldersAreComplete() throws {
        try FileManager.default.createDirectory(at: scratch.url("videos"), withIntermediateDirectories: true)
        for name in ["videos/a.mp4", "videos/b.mp4"] { try Clip.make(at: scratch.url(name), frames: 500) }
        for (inputs, output) in [("videos", "out"), ("videos/a.mp4", "one/")] {
            let outcome = try run(
                """
                lineament redact \(inputs) -o \(output) --report r.jsonl & p=$!
                for i in {1..600}; do ls \(output)/.lineament-* 2>/dev/null && break; sleep 0.05; done
                kill -INT $p; wait $p
                """)
            #expect(outcome.status == 130, "\(outcome)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url(output).path).isEmpty)
            #expect(try lines(of: "r.jsonl").last?.contains("was interrupted, so its copy is not kept") == true)
        }
    }

    @Test(arguments: [
        ("face-detector photos", "--skip-existing needs a folder with an output for each input: --annotate"),
        ("redact photos/a.png -o b.png", "--skip-existing needs a folder, but --output names a file: b.png"),
        ("crop photos/a.png -o b.png", "--skip-existing needs a folder, but --output names a file: b.png"),
        ("redact photos/a.png -o - --report r.jsonl", "--skip-existing needs a folder"),
    ])
    func foldersAreNeeded(line: String, message: String) throws {
        let outcome = try run("lineament \(line) --skip-existing")
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func otherColumnsAreNotMixed() throws {
        #expect(try run("lineament faces photos --annotate out -o r.csv").status == 0)
        let other = try run("lineament face-detector photos --annotate out -o r.csv --skip-existing")
        #expect(other.status == 2)
        #expect(other.errors.contains("r.csv has other columns"), "\(other.errors)")
    }

    /// A file of results that was lost cannot be made again without work, which is said.
    @Test func missingLinesAreTold() throws {
        #expect(try run("lineament redact photos -o out").status == 0)
        let outcome = try run("lineament redact photos -o out --report r.jsonl --skip-existing")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains("3 inputs whose outputs are there have no line in r.jsonl"), "\(outcome.errors)")
        let quiet = try run("lineament redact photos -o out --report r.jsonl --skip-existing -q")
        #expect(!quiet.errors.contains("r.jsonl"))
    }
}

/// Lines are found by their sources, whatever is in a name.
@Suite struct EarlierResultsTests {
    private static let names = [
        "a.png", "a,b.png", "a\"b.png", "\"", "a\nb.png", "a\\b.png", "\\\"", "ä😀.png", "a,\u{301}b", "", " ", "\"\"",
        "a\"\"b",
    ]
    private static let output = RedactionOutput(method: .blur, isReview: false)

    private func results(_ format: ResultFormat, in scratch: Scratch) throws -> (EarlierResults?, [String]) {
        let lines = Self.names.enumerated().map { index, name in
            let head = ResultHead(source: name, relativePath: "", width: 4, height: 3, timestamp: 40, frame: 1)
            let line = Self.output.lines(Redaction(areas: []), head, as: format)
            // Two frames, and an error after some.
            let error = LineamentError(.dataLoss, "is \"damaged\", \(name)")
            return line + line + (index % 3 == 2 ? Self.output.failureLine(error, source: name, as: format) : "")
        }
        let text = (format == .csv ? Self.output.csvHeader : "") + lines.joined() + "cut sho"
        try Data(text.utf8).write(to: scratch.url("r"))
        return (EarlierResults(path: scratch.url("r").path, format: format), lines)
    }

    @Test(arguments: [ResultFormat.csv, .json]) func linesAreThoseOfTheirSource(format: ResultFormat) throws {
        let scratch = try Scratch()
        let (results, lines) = try results(format, in: scratch)
        let earlier = try #require(results)
        for (index, name) in Self.names.enumerated() {
            #expect(earlier.lines(of: name) == lines[index], "\(name)")
            #expect(earlier.isWhole(name) == (index % 3 != 2), "\(name)")
        }
        #expect(earlier.mentions("damaged", in: "a\"b.png"))
        #expect(!earlier.mentions("damaged", in: "a.png"))
        #expect(earlier.lines(of: "b.png") == nil)
        #expect(!earlier.isWhole("b.png"))
        #expect(earlier.header == (format == .csv ? Self.output.csvHeader : nil))
    }

    @Test func filesThatAreNotThereHaveNoLines() throws {
        let scratch = try Scratch()
        #expect(EarlierResults(path: scratch.url("no").path, format: .json) == nil)
        #expect(EarlierResults(path: "/dev/null", format: .json) == nil)
        #expect(EarlierResults(path: scratch.folder.path, format: .json) == nil)
        try Data().write(to: scratch.url("empty"))
        #expect(EarlierResults(path: scratch.url("empty").path, format: .csv)?.header == nil)
    }
}

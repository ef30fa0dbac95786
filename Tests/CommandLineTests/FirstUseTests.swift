// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A program that was installed alone, without the runtime and the models.
@Suite struct FirstUseTests {
    private let scratch: Scratch

    /// The program, out of the package whose models it would find, and a mirror with all files.
    init() throws {
        scratch = try Scratch()
        let line = """
            cp "$(command -v lineament)" alone && mkdir mirror && \
            cp '\(TestData.assets.path)'/{lib,models,samples}/* mirror && cp '\(Sample.url.path)' a.png
            """
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// Runs the program where it finds nothing, with a terminal or without one.
    private func run(_ words: String, onTerminal: Bool) throws -> Program.Outcome {
        let terminal = "python3 -c 'import os, pty, sys; sys.exit(os.WEXITSTATUS(pty.spawn(sys.argv[1:])))'"
        let line = """
            HOME=. XDG_DATA_HOME=data LINEAMENT_HOME= LINEAMENT_MIRROR=mirror \
            \(onTerminal ? terminal : "") ./alone \(words)
            """
        return try Program.shell(line, in: scratch.folder)
    }

    /// A person gets a result from the first command.
    @Test func theFirstCommandOnATerminalDownloads() throws {
        let first = try run("face-detector a.png --format json", onTerminal: true)
        #expect(first.status == 0, "\(first.output)")
        #expect(first.output.contains("The runtime and the models are downloaded into"), "\(first.output)")
        #expect(first.output.contains("\"detections\":[{"), "\(first.output)")
        #expect(scratch.exists("data/lineament/lib"))
        let second = try run("face-detector a.png --format json", onTerminal: true)
        #expect(second.status == 0, "\(second.output)")
        #expect(!second.output.contains("downloaded"), "\(second.output)")
    }

    /// A script or a service never waits for a download that nobody asked for.
    @Test func nothingIsDownloadedInAPipe() throws {
        let outcome = try run("face-detector a.png", onTerminal: false)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Run `lineament models fetch`"), "\(outcome.errors)")
        #expect(!scratch.exists("data"))
    }

    /// What a command does not have is no way out of a missing model.
    @Test(arguments: [
        ("face-detector a.png", true), ("redact a.png --output b.png", false), ("crop a.png --output c", false),
    ]) func onlyOptionsOfTheCommandAreProposed(words: String, hasModel: Bool) throws {
        let outcome = try run(words, onTerminal: false)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Run `lineament models fetch`"), "\(outcome.errors)")
        #expect(outcome.errors.contains("--model") == hasModel, "\(outcome.errors)")
    }

    /// What is wrong with an input is said without a download.
    @Test func otherErrorsDownloadNothing() throws {
        let outcome = try run("face-landmarker a.png --num-faces none", onTerminal: true)
        #expect(outcome.status == 2)
        #expect(!scratch.exists("data"))
    }

    /// Another file that is missing is not in the download.
    @Test(arguments: [
        "redact a.png --from absent.json --output b.png", "redact a.png --areas absent.jsonl --output b.png",
        "face-detector a.png --model absent.tflite",
    ]) func missingFilesDownloadNothing(words: String) throws {
        let outcome = try run(words, onTerminal: true)
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(outcome.output.contains("absent"), "\(outcome.output)")
        #expect(!scratch.exists("data"))
    }
}

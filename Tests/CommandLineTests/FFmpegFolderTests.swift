// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentVideo
import TestSupport
import Testing

/// Where FFmpeg's libraries are looked for, and what is said when they are not there.
@Suite struct FFmpegFolderTests {
    /// Runs the face detector on a video, with the folders that a shell's words name. The empty one is some levels down,
    /// as nothing is loaded from a folder near one that every user can write to.
    private func detect(_ folders: String, in scratch: Scratch) throws -> Program.Outcome {
        try Clip.make(at: scratch.url("clip.mp4"), frames: 2)
        return try Program.shell(
            "mkdir -p in/a/folder && LINEAMENT_FFMPEG=\(folders) lineament face-detector clip.mp4", in: scratch.folder)
    }

    @Test func withoutFFmpegTheErrorSaysWhatToInstall() throws {
        let outcome = try detect("$PWD/in/a/folder", in: Scratch())
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Videos need FFmpeg 4.3 to 9, and none was found."), "\(outcome.errors)")
        #expect(outcome.errors.contains("apt-get install ffmpeg"), "\(outcome.errors)")
        #expect(outcome.errors.contains("LINEAMENT_FFMPEG"), "\(outcome.errors)")
    }

    @Test func anEmptyNameStandsForTheSystems() throws {
        let outcome = try detect("$PWD/in/a/folder:", in: Scratch())
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == 2)
    }

    @Test func nothingIsLoadedFromAFolderThatEveryoneCanWriteTo() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(at: scratch.url("in/a/folder"), withIntermediateDirectories: true)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: scratch.url("in/a/folder").path)
        let outcome = try detect("$PWD/in/a/folder:", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is writable by every user"), "\(outcome.errors)")
    }

    @Test func aLibraryThatIsNoneIsNotFound() throws {
        let scratch = try Scratch()
        let folder = scratch.url("in/a/folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("no library".utf8).write(to: folder.appendingPathComponent("libavutil.so.59"))
        try Data("no library".utf8).write(to: folder.appendingPathComponent("libavformat.so.99"))
        let outcome = try detect("$PWD/in/a/folder", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("none was found"), "\(outcome.errors)")
    }
}

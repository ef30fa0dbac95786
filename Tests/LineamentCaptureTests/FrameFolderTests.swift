// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture

/// Programs read all JSON of a folder as the frames of one recording.
@Suite struct FrameFolderTests {
    /// Calls a function with the folder of a recording, in a folder of its own.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let parent = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        try body(parent.appendingPathComponent("walk_json"))
    }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func framesOfAnEarlierRecordingAreReplaced() throws {
        try withFolder { folder in
            #expect(try Walker.recording(frames: 12).write(to: folder).count == 12)
            try Data("seen from the left".utf8).write(to: folder.appendingPathComponent("notes.txt"))
            let files = try Walker.recording(frames: 5).write(to: folder)
            #expect(files.map(\.lastPathComponent).first == "walk_00000.json")
            #expect(try names(folder) == ["notes.txt"] + (0..<5).map { "walk_0000\($0).json" })
        }
    }

    @Test func otherFramesAreNotMixedIn() throws {
        try withFolder { folder in
            try Walker.recording(frames: 2).write(to: folder)
            let other = folder.deletingLastPathComponent().appendingPathComponent("run_json")
            try FileManager.default.moveItem(at: folder, to: other)
            let error = #expect(throws: LineamentError.self) { try Walker.recording(frames: 5).write(to: other) }
            #expect(error?.message.contains("walk_00000.json") == true)
            #expect(try names(other) == ["walk_00000.json", "walk_00001.json"])
        }
    }

    /// A disk that is full, for one.
    @Test func whatFailsLeavesTheFolderAsItWas() throws {
        try withFolder { folder in
            try Walker.recording(frames: 3).write(to: folder)
            let before = try names(folder)
            func fail() throws {
                let output = try FrameFolder(folder)
                try output.open(CaptureFile(frame: 0, data: Data()), isOnly: false)
                try output.write(Data("{".utf8))
            }
            try fail()
            #expect(try names(folder) == before)
            try FileManager.default.removeItem(at: folder)
            try fail()
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }
}

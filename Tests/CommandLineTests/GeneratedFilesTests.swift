// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The texts that cannot read the tables of options say the same as the tables.
@Suite struct GeneratedFilesTests {
    @Test func printedTextsAreUpToDate() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = Program.builtFolder.appendingPathComponent("Generate")
        process.arguments = ["--check", root.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The examples in the README work as shown.
@Suite struct ReadmeTests {
    private static let text =
        (try? String(contentsOf: TestData.packageRoot.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

    /// Returns the code blocks in a language.
    private static func blocks(_ language: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// The Swift blocks are among the snippets, which are compiled with the package.
    @Test func swiftBlocksAreSnippets() throws {
        let folder = TestData.packageRoot.appendingPathComponent("Snippets")
        let snippets = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }
        #expect(!Self.blocks("swift").isEmpty)
        for block in Self.blocks("swift") { #expect(snippets.contains(block)) }
    }

    @Test(arguments: blocks("sh").flatMap { $0.split(separator: "\n").map(String.init) })
    func shellLinesWork(line: String) throws {
        let scratch = try Scratch()
        let photos = scratch.url("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: Sample.url, to: scratch.url("portrait.png"))
        try FileManager.default.copyItem(at: Sample.url, to: photos.appendingPathComponent("a.png"))
        try FileManager.default.copyItem(at: Sample.url, to: photos.appendingPathComponent("b.png"))
        try Clip.make(at: scratch.url("clip.mp4"))
        let outcome = try Program.shell(line, in: scratch.folder)
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(line): \(outcome.errors)")
    }

    @Test func linksAreValid() throws {
        for part in Self.text.components(separatedBy: "](").dropFirst() {
            let target = part.prefix { $0 != ")" }
            guard !target.contains("://") else { continue }
            if target.hasPrefix("#") {
                let heading = "\n## \(target.dropFirst().replacing("-", with: " "))\n"
                #expect(Self.text.lowercased().contains(heading), "\(target)")
                continue
            }
            let url = TestData.packageRoot.appendingPathComponent(String(target))
            #expect(FileManager.default.fileExists(atPath: url.path), "\(target)")
        }
    }
}

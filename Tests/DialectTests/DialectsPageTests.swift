// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// The tables of docs/dialects.md against the sources of the modules that they name.
@Suite struct DialectsPageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let section: String
        let part: String
        let modules: [String]
        let present: [String]
        let absent: [String]
        var testDescription: String { "\(section): \(part)" }
    }

    /// The text of all Swift files of a module, without its comments.
    private static let sources = SourceTexts()

    static let rows: [Row] = {
        let page = TestData.packageRoot.appendingPathComponent("docs/dialects.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n## ").dropFirst().flatMap { section in
            let lines = section.components(separatedBy: "\n")
            guard let named = lines.first(where: { $0.hasPrefix("Modules: ") }) else { return [Row]() }
            return lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| part") }.map { line in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
                return Row(
                    section: lines[0], part: cells[1].trimmingCharacters(in: .whitespaces), modules: names(in: named),
                    present: names(in: cells[2]), absent: names(in: cells[4]))
            }
        }
    }()

    @Test func tablesAreNotEmpty() {
        #expect(Set(Self.rows.map(\.section)).count == 4)
        #expect(Self.rows.count > 20)
        #expect(Self.rows.allSatisfy { !$0.modules.isEmpty && !($0.present + $0.absent).isEmpty })
        #expect(Self.declares("func detect(videoFrame: MPImage)", "detect(videoFrame:)"))
        #expect(Self.declares("public convenience init?(cgImage: CGImage)", "init(cgImage:)"))
        #expect(!Self.declares("return detect(image: image)", "detect(image:)"))
    }

    @Test(arguments: rows) func namesAreDeclaredOrNot(row: Row) {
        let text = row.modules.map(Self.sources.text).joined()
        for name in row.present {
            #expect(Self.isDeclared(name, in: text), "\(name) is not declared in \(row.modules)")
        }
        for name in row.absent {
            #expect(!Self.isDeclared(name, in: text), "\(name) is declared in \(row.modules)")
        }
    }

    /// Each name that is declared as an error says what is nearest, and is listed as not there.
    @Test(arguments: ["LineamentVision", "Originals/AVFoundation"])
    func unavailableNamesAreListed(module: String) throws {
        let folder = TestData.packageRoot.appendingPathComponent("Sources/Dialects/\(module)/Unavailable")
        let listed = Set(Self.rows.flatMap(\.absent))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let declaration = #/(@available\([^"]*"([^"]*)"\s*\)\n)?public typealias (\w+) = (\w+)/#
            for match in text.matches(of: declaration) {
                let (name, message) = (String(match.output.3), match.output.2.map { String($0) } ?? "")
                #expect(message.contains(" is not part of Lineament: nearest is "), "\(name): \(message)")
                #expect(match.output.4.hasSuffix("NotInLineament"), "\(name)")
                #expect(listed.contains(name), "\(name) is not in docs/dialects.md")
                count += 1
            }
        }
        #expect(count > 2)
    }

    /// Returns what stands in backticks.
    private static func names(in text: String) -> [String] {
        text.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
    }

    /// Returns whether there is a type, function or value of this name, or a type with this initializer.
    private static func isDeclared(_ name: String, in text: String) -> Bool {
        guard let open = name.firstIndex(of: "("), name.first?.isUppercase == true, name[open...] != "()" else {
            return declares(text, name)
        }
        return declares(text, String(name[..<open])) && declares(text, "init" + name[open...])
    }

    /// Returns whether a text declares a name, which may end with its first argument's label.
    private static func declares(_ text: String, _ name: String) -> Bool {
        let parts = name.components(separatedBy: "(")
        let base = NSRegularExpression.escapedPattern(for: parts[0])
        var pattern = "\\b(class|struct|enum|actor|protocol|typealias|func|var|let|case) +\(base)\\b"
        if parts.count > 1, let label = parts[1].components(separatedBy: ":").first, label != ")" {
            let label = label == "_" ? "_" : NSRegularExpression.escapedPattern(for: label)
            pattern = base == "init" ? "\\binit[?!]?\\(\\s*\(label)\\b" : "\\bfunc +\(base)\\(\\s*\(label)\\b"
        }
        return text.range(of: pattern, options: .regularExpression) != nil
    }

    /// The sources of modules, each read once.
    private final class SourceTexts: @unchecked Sendable {
        // The lock protects the texts.
        private let lock = NSLock()
        private var texts: [String: String] = [:]

        func text(of module: String) -> String {
            lock.withLock {
                if let text = texts[module] { return text }
                let files = ["Sources/\(module)", "Sources/Dialects/\(module)", "Sources/Dialects/Originals/\(module)"]
                    .flatMap { folder in
                        let url = TestData.packageRoot.appendingPathComponent(folder)
                        return FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.allObjects
                            ?? []
                    }
                // What is there as an error only is not there.
                let lines = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
                    .filter { !$0.pathComponents.contains("Unavailable") }
                    .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
                    .flatMap { $0.split(separator: "\n") }
                let text = lines.filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }.joined(separator: "\n")
                texts[module] = text
                return text
            }
        }
    }
}

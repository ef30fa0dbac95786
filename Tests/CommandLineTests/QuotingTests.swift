// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentTasks
import Testing
import TestSupport

@testable import LineamentCLI

/// Results survive whatever is in a name: they are read back by other programs' readers.
@Suite struct QuotingTests {
    private static let names = [
        "a,b.png", "a\"b.png", "a'b.png", "a\nb.png", "a\rb.png", "a\tb.png", "a;b.png", "ä ö ü.png", "😀.png", " .png",
        "=1+1.png", "a,\u{301}b.png", "a\"\u{301}b.png", "a\u{1}b.png", "\\n.png", "{}.png",
    ]

    private func folderWithNames() throws -> Scratch {
        let scratch = try Scratch()
        for name in Self.names { try FileManager.default.copyItem(at: Sample.url, to: scratch.url(name)) }
        return scratch
    }

    /// As `null` in JSON.
    @Test func whatIsNoNumberIsAnEmptyField() throws {
        #expect([Float.nan, .infinity, -.infinity, 0.5].map(CSV.number) == ["", "", "", "0.5"])
    }

    @Test func everyNameIsIntactInJSON() throws {
        let scratch = try folderWithNames()
        let outcome = try Program.run("face-detector", ".", in: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.count == Self.names.count, "\(outcome.errors)")
        let found = outcome.objects.compactMap { ($0["source"] as? String).map { ($0 as NSString).lastPathComponent } }
        #expect(found.sorted() == Self.names.sorted())
    }

    /// Python's reader of CSV is not ours, so both would have to be wrong in the same way.
    @Test func everyNameIsIntactInCSV() throws {
        let scratch = try folderWithNames()
        let outcome = try Program.shell(
            "lineament face-detector . --format csv -o out.csv && python3 -c '"
                + "import csv, json; print(json.dumps(list(csv.reader(open(\"out.csv\", newline=\"\")))))'",
            in: scratch.folder)
        let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String]] ?? []
        #expect(rows.count == Self.names.count + 1, "\(outcome.errors)")
        #expect(Set(rows.map(\.count)).count == 1, "\(outcome.errors)")
        let found = rows.dropFirst().map { ($0[0] as NSString).lastPathComponent }
        #expect(found.sorted() == Self.names.sorted())
    }

    /// Fields of random characters, most of them the special ones.
    @Test func randomFieldsAreReadBack() throws {
        var generator = SeededGenerator(seed: 11)
        // The accent forms one character with what stands before it.
        let characters: [Character] = [",", "\"", "\n", "\r", "\r\n", "a", "é", " ", "\u{301}"]
        let table = (0..<300).map { _ in
            (0..<4).map { _ in
                String(
                    (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                        characters.randomElement(using: &generator) ?? "a"
                    })
            }
        }
        let outcome = try Program.runPython(
            "import csv, json, sys, io; text = sys.stdin.buffer.read().decode();"
                + "print(json.dumps(list(csv.reader(io.StringIO(text, newline='')))))",
            input: Data(table.map(CSV.line).joined().utf8))
        let read = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String]]
        #expect(read == table, "\(outcome.errors)")
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// This package's declarations of libvips and GLib functions against the headers: those that are installed, or those that
/// `make setup` fetches on Debian.
@Suite struct VipsDeclarationsTests {
    /// The folder of the headers; nil if they are absent.
    private static let include = ["/usr/include", "\(TestData.packageRoot.path)/.lineament/headers/usr/include"].first {
        FileManager.default.fileExists(atPath: $0 + "/vips/vips.h")
    }

    @Test(
        .enabled(
            if: include != nil,
            "needs libvips's headers; `apt-get install libvips-dev` brings them"))
    func declarationsMatchTheHeaders() throws {
        let ours = TestData.packageRoot.appendingPathComponent("Sources/CLineamentVips/vips_functions.h")
        let text = try String(contentsOf: ours, encoding: .utf8)
        var code = ["#include <vips/vips.h>"]
        for match in text.matches(of: /([A-Za-z0-9_]+) = (~?[0-9]+)/) {
            code.append("_Static_assert(\(match.1) == \(match.2), \"\(match.1)\");")
        }
        #expect(code.count == 12)
        let functions = try #require(text.range(of: "#define LINEAMENT_VIPS_FUNCTIONS(each)"))
        let end = try #require(text.range(of: "\n\n", range: functions.upperBound..<text.endIndex))
        code.append(String(text[functions.lowerBound..<end.lowerBound]))
        code.append("#define CHECK(result, name, parameters) result (*check_##name) parameters = name;")
        code.append("LINEAMENT_VIPS_FUNCTIONS(CHECK)\n")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("check.c")
        try code.joined(separator: "\n").write(to: file, atomically: true, encoding: String.Encoding.utf8)
        #expect(try Self.compile(file) == "")
    }

    /// Returns the compiler's diagnostics for a C file.
    private static func compile(_ file: URL) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let include = Self.include ?? ""
        let folders = """
            '\(include)' /usr/include/glib-2.0 /usr/lib/*/glib-2.0/include \
            '\(include)/glib-2.0' '\(include)'/../lib/*/glib-2.0/include
            """
        let command = """
            for folder in \(folders); do set -- "$@" -idirafter "$folder"; done
            $(command -v clang || command -v cc) -fsyntax-only -Werror "$@" '\(file.path)' 2>&1
            """
        process.arguments = ["-c", command]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}

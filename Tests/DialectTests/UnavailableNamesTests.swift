// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import TestSupport
    import Testing

    /// What a compiler says about a program that uses what is not part of Lineament.
    @Suite struct UnavailableNamesTests {
        private static let program = TestData.packageRoot.appendingPathComponent("Tests/Clients/NotThere/main.swift")

        /// Each line with a comment is an error with the words of the comment, and no error is about anything else.
        @Test func aCompilerNamesWhatIsNearest() throws {
            let said = try Compiler(languageMode: "5").typeCheck([Self.program])
            let errors = said.matches(of: #/main\.swift:(\d+):\d+: error: (.*)/#).map {
                (line: Int($0.output.1), text: String($0.output.2))
            }
            let source = try String(contentsOf: Self.program, encoding: .utf8)
            var count = 0
            for (index, line) in source.components(separatedBy: "\n").enumerated() {
                guard let comment = line.firstMatch(of: #/.  // (.*)$/#)?.output.1 else { continue }
                count += 1
                #expect(
                    errors.contains { $0.line == index + 1 && $0.text.contains(comment) },
                    "line \(index + 1) does not say: \(comment)")
            }
            #expect(count > 12)
            for error in errors {
                #expect(error.text.contains("is not part of Lineament") || error.text.contains("NotInLineament"))
            }
        }
    }
#endif

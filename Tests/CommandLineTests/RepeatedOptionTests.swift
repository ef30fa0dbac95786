// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Lineament
import LineamentTasks
import Testing

@testable import LineamentCLI

/// Options that are given twice, of which the last one would win without a word.
@Suite struct RepeatedOptionTests {
    private static let commands = LineamentCommand.configuration.subcommands.flatMap { command in
        let name = command._commandName
        let below = command.configuration.subcommands.map { [name, $0._commandName] }
        return below.isEmpty ? [[name]] : below
    }

    @Test func noOptionOfAnyCommandTakesTheLastOfTwoValuesInSilence() throws {
        for command in Self.commands {
            let type = try #require(RepeatedOptions.command(of: command))
            let options = try RepeatedOptions.options(of: type)
            for (name, longest) in options {
                let twice = command + [name, "1", "input.jpg", "\(longest)=2"]
                if RepeatedOptions.lists.contains(longest) {
                    let joined = try RepeatedOptions.joined(twice)
                    #expect(joined == command + ["\(longest)=1,2", "input.jpg"], "\(twice)")
                } else {
                    #expect(throws: ValidationError.self, "\(twice)") { try RepeatedOptions.joined(twice) }
                }
                let once = command + [name, "1"]
                #expect(try RepeatedOptions.joined(once) == once)
                let afterTheOptions = command + [name, "1", "--", longest, "2"]
                #expect(try RepeatedOptions.joined(afterTheOptions) == afterTheOptions)
            }
        }
        #expect(Self.commands.count > 12)
    }

    @Test func theOptionsWithListsAreThoseOfTheTables() {
        #expect(RepeatedOptions.lists.isSuperset(of: ["--fields", "--keep", "--uncover"]))
        #expect(RepeatedOptions.lists.isDisjoint(with: ["--how", "--output", "--what"]))
    }

    @Test func whatMayBeRepeatedIsPassedOn() throws {
        for arguments in [
            ["capture", "a.mp4", "--send", "vmc://127.0.0.1:39539", "--send", "livelink://127.0.0.1:11111/a"],
            ["face-detector", "a.jpg", "--quiet", "--quiet"], ["face-detector", "--", "--output", "--output"], [],
        ] {
            #expect(try RepeatedOptions.joined(arguments) == arguments)
        }
    }

    @Test func twoKeptTracksAreBothKept() throws {
        let arguments = ["redact", "a.mp4", "-o", "b.mp4", "--keep", "1", "--keep", "2"]
        let command = try LineamentCommand.parseAsRoot(RepeatedOptions.joined(arguments))
        #expect((command as? RedactCommand)?.redaction.rows.keep == "1,2")
    }

    @Test func theProgramSaysWhichOptionIsGivenTwice() throws {
        let outcome = try Program.run("capture", "a.mp4", "--rate", "25", "--rate=30", "-o", "a.bvh")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("--rate takes one value, and is given 2 times: 25 and 30."))
    }
}

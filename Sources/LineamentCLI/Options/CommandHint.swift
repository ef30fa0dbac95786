// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentVideo

/// Hints for arguments that cannot be parsed: the nearest command, or what is missing.
enum CommandHint {
    /// Returns the message for a file whose name looks like an option; `nil` if there is none among the arguments.
    static func messageOnDash(for arguments: [String]) -> String? {
        let name = arguments.first {
            $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-" && FileManager.default.fileExists(atPath: $0)
        }
        return name.map { "\($0) was taken for an option. If you mean the file, write ./\($0)" }
    }

    /// Returns the message for a negative number, which looks like an option; `nil` if there is none among the arguments.
    static func messageOnNegativeNumber(for arguments: [String]) -> String? {
        zip(arguments, arguments.dropFirst()).first { $0.hasPrefix("--") && Double($1).map { $0 < 0 } == true }
            .map { "\($0) cannot be negative: \($1)." }
    }

    /// Returns the message for `help` with a word that is not a command.
    static func messageOnHelp(for arguments: [String]) -> String? {
        guard arguments.first == "help", let word = arguments.dropFirst().first, !word.hasPrefix("-"), word != "help",
            !names.contains(word)
        else { return nil }
        return unknown(word)
    }

    /// The names of all commands.
    static let names = LineamentCommand.configuration.subcommands.compactMap { $0.configuration.commandName }

    /// Returns the message; `nil` if the first argument is a command or an option.
    static func message(for arguments: [String]) -> String? {
        guard let first = arguments.first, !first.hasPrefix("-") || first == "-", !names.contains(first),
            first != "help"
        else { return nil }
        if first == "serve" {
            return
                "This program was built without the service. Build it with: make build, or swift build --traits Server."
        }
        let isInput =
            first == "-" || VideoSource.isAddress(first) || FileManager.default.fileExists(atPath: first)
        guard isInput else { return unknown(first) }
        return
            "No command given for \(first). Put one first, for example: lineament face-landmarker \(first)\n"
            + "The commands are: \(names.joined(separator: ", "))."
    }

    /// Returns the command that does what a word stands for elsewhere; `nil` if there is none.
    private static func related(to word: String) -> String? {
        relatedWords.first { $0.words.contains(word.lowercased()) }?.command
    }

    private static func unknown(_ word: String) -> String {
        if let nearest = related(to: word) ?? NearestWord.nearest(to: word, in: names) {
            return "There is no command '\(word)'. Did you mean '\(nearest)'?"
        }
        return "There is no command '\(word)'. The commands are: \(names.joined(separator: ", "))."
    }
}

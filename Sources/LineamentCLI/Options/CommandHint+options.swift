// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament

extension CommandHint {
    /// Returns the message for the first option that the command does not have: the one that was meant, or the commands that
    /// have it; `nil` if there is none, or nothing is known of it.
    static func messageOnOption(for arguments: [String]) -> String? {
        guard let first = arguments.first, let command = commandType(named: first),
            command.configuration.subcommands.isEmpty
        else { return nil }
        let own = options(of: command)
        let given = arguments.dropFirst().prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
            .map { String($0.prefix { $0 != "=" }) }
        guard let option = given.first(where: { !own.contains($0) }) else { return nil }
        if let meant = relatedOptions.first(where: { $0.words.contains(option) && own.contains($0.option) }) {
            return "\(first) has no option \(option). Use \(meant.option)\(meant.remark)."
        }
        guard NearestWord.nearest(to: option, in: Array(own)) == nil else { return nil }
        let others = names.filter { name in
            guard let other = commandType(named: name) else { return false }
            return options(of: other).contains(option)
        }
        guard !others.isEmpty else { return nil }
        return "\(first) has no option \(option). It is an option of \(others.joined(separator: ", "))."
    }

    /// Returns the message for a word in the place of a command's own commands, as in `models verfy`; `nil` if it is one of
    /// them, or the command has none.
    static func messageOnSubcommand(for arguments: [String]) -> String? {
        guard let first = arguments.first, let word = arguments.dropFirst().first, !word.hasPrefix("-") else {
            return nil
        }
        let names = commandType(named: first)?.configuration.subcommands.map { $0._commandName } ?? []
        guard !names.isEmpty, !names.contains(word) else { return nil }
        let hint = NearestWord.nearest(to: word, in: names).map { "Did you mean \($0)?" }
        return "\(first) has no command '\(word)'. \(hint ?? "Its commands are: \(names.joined(separator: ", ")).")"
    }

    private static func commandType(named name: String) -> (any ParsableCommand.Type)? {
        LineamentCommand.configuration.subcommands.first { $0.configuration.commandName == name }
    }

    /// Returns the long names of a command's options, without its subcommands', as its help has them.
    private static func options(of command: any ParsableCommand.Type) -> Set<String> {
        let lines = LineamentCommand.helpMessage(for: command).split(separator: "\n")
        return Set(lines.compactMap { $0.firstMatch(of: /^ +(?:-[a-zA-Z], )?(--[a-z0-9-]+)/).map { String($0.1) } })
    }

    /// The words of other programs for options.
    private static let relatedOptions: [(option: String, remark: String, words: Set<String>)] = [
        ("--how", "", ["--style", "--method", "--effect", "--filter", "--replacewith", "--mode"]),
        ("--how", " blur, pixelate or fill", ["--blur", "--pixelate", "--mosaic", "--fill", "--black", "--mask"]),
        ("--what", "", ["--target", "--subject", "--subjects"]),
        ("--annotate", "", ["--draw", "--visualize", "--visualise", "--drawing", "--overlay", "--preview"]),
        ("--output", "", ["--out", "--outdir", "--out-dir", "--output-dir", "--output-folder", "--dest", "--to"]),
        ("--min-detection-confidence", "", ["--confidence", "--conf", "--threshold", "--thresh", "--score"]),
        ("--min-face-detection-confidence", "", ["--confidence", "--conf", "--threshold", "--thresh", "--score"]),
        ("--min-pose-detection-confidence", "", ["--confidence", "--conf", "--threshold", "--thresh", "--score"]),
        ("--min-hand-detection-confidence", "", ["--confidence", "--conf", "--threshold", "--thresh", "--score"]),
        ("--delegate", " gpu", ["--gpu", "--cuda", "--device", "--use-gpu"]),
        ("--jobs", "", ["--workers", "--processes", "--parallel", "--num-workers"]),
        ("--num-faces", "", ["--max-faces", "--max-num-faces", "--faces"]),
        ("--num-hands", "", ["--max-hands", "--max-num-hands", "--hands"]),
        ("--num-poses", "", ["--max-poses", "--max-people", "--num-people", "--people"]),
        ("--every", "", ["--fps", "--frame-rate", "--stride", "--step", "--skip"]),
        ("--duration", "", ["--end", "--until", "--stop"]),
        ("--sound", " copy or drop", ["--audio", "--keep-audio", "--no-audio", "--mute"]),
        ("--crf", "", ["--quality"]),
        ("--format", "", ["--json", "--csv"]),
        ("--quiet", "", ["--silent"]),
    ]
}

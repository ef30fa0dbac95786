internal import Lineament
internal import LineamentMLKit

/// The command line's options of tasks, as declarations for swift-argument-parser.
enum CommandArguments {
    static var text: String {
        let groups = TaskKind.allCases.flatMap { task in
            [OptionDescription.Section.task, .search].compactMap { section in
                let options = task.options.filter {
                    $0.section == section && !$0.exceptions.contains(.commandLine)
                }
                return options.isEmpty
                    ? nil : structure("\(task.typeName)\(section == .task ? "" : "Search")Arguments", options)
            }
        }
        return """
            // swift-format-ignore-file
            // Printed by `make generate` from the tables of options, such as FaceLandmarkerOptions.table.
            internal import ArgumentParser
            internal import Lineament
            internal import LineamentMLKit

            \(groups.joined(separator: "\n\n"))

            """
    }

    private static func structure(_ name: String, _ options: [OptionDescription]) -> String {
        let values = options.map { "\"\($0.name)\": \(value($0))" }.joined(separator: ", ")
        return """
            struct \(name): ParsableArguments {
            \(options.map(declaration).joined(separator: "\n\n"))

                /// The values by the names of the task's table.
                var values: [String: OptionValue] { [\(values)] }\(validation(options))
            }
            """
    }

    /// The check of whole numbers; the task checks the others.
    private static func validation(_ options: [OptionDescription]) -> String {
        let checks = options.compactMap { option -> String? in
            guard case .count(let range) = option.values else { return nil }
            let bounds = "\(range.lowerBound)...\(range.upperBound)"
            return "        try OptionRange.check(\(option.name), ofTask: \(bounds), \"--\(dashed(option.name))\")"
        }
        return checks.isEmpty ? "" : "\n\n    func validate() throws {\n\(checks.joined(separator: "\n"))\n    }"
    }

    private static func dashed(_ name: String) -> String {
        name.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
    }

    private static func declaration(_ option: OptionDescription) -> String {
        let help = quoted(option.help ?? usualHelp(option))
        let argument = option.placeholder.map { "ArgumentHelp(\(help), valueName: \(quoted($0)))" } ?? help
        let wrapper = option.values == .flag ? "Flag" : "Option"
        return """
                @\(wrapper)(help: \(argument))
                var \(option.name)\(initialValue(option))
            """
    }

    /// The summary, with the values that the option takes.
    private static func usualHelp(_ option: OptionDescription) -> String {
        let sentence = option.summary.dropLast()
        return switch option.values {
        case .number: "\(sentence), 0 to 1."
        case .limit: "\(sentence) per image: a number from 1, or all."
        case .count(let range): "\(sentence), \(range.lowerBound) to \(range.upperBound)."
        case .flag: imperative(option.summary)
        case .choice(let words): "\(sentence): \(words.reversed().joined(separator: " or "))."
        case .list: option.summary
        }
    }

    /// Turns "Whether to output masks." into "Output masks."
    private static func imperative(_ summary: String) -> String {
        let words = summary.dropFirst("Whether to ".count)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private static func initialValue(_ option: OptionDescription) -> String {
        switch option.frontDefault {
        case .number(let number): ": Float = \(Float(number))"
        case .count(.max): " = SubjectLimit.all"
        case .count(let count): " = \(count)"
        case .flag(let flag): " = \(flag)"
        case .choice: " = Choice(\(option.choiceType ?? "").frontDefault)"
        }
    }

    private static func value(_ option: OptionDescription) -> String {
        switch option.values {
        case .number: ".number(Double(\(option.name)))"
        case .limit: ".count(\(option.name).number)"
        case .count: ".count(\(option.name))"
        case .flag: ".flag(\(option.name))"
        case .choice, .list: ".choice(\(option.name).value.word)"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

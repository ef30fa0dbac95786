// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament

/// The arguments of a tool, which follow from the rows of its table.
protocol ToolArguments: ParsableArguments {
    /// The values by the names of the table; unset where neither a value was given nor there is a default.
    var values: [String: OptionValue] { get }
}

extension ToolArguments {
    /// Checks that numbers are in the ranges of the table, and that lists are such.
    /// - Throws: `ValidationError` that names the option and its range.
    func check<Options>(_ table: [TaskOption<Options>]) throws {
        for option in table.map(\.description) {
            switch (values[option.name], option.values) {
            case (.count(let count), .count(let range)): try OptionRange.check(count, in: range, option.argument)
            case (.number(let number), .number(let range)) where !range.contains(number):
                throw ValidationError("\(option.argument) must be from \(option.values.rangeText), not \(number).")
            case (.choice(let text), .areas)
            where text.split(separator: ";", omittingEmptySubsequences: false).contains(""):
                throw ValidationError("\(option.argument) is empty. Name an area, or leave the option out.")
            case (.choice(let text), .numbers), (.choice(let text), .areas):
                guard option.values.value(of: text) == nil else { continue }
                throw ValidationError("\(option.argument) must be \(option.values.text), not \(text).")
            default: break
            }
        }
    }

    /// The first option of a table that was given, as the command line has it; `nil` if there is none.
    func firstGiven<Options>(in table: [TaskOption<Options>]) -> String? {
        table.map(\.description).first { option in
            values[option.name].map { $0 != .unset && $0.text != option.frontDefault.text } ?? false
        }?.argument
    }
}

extension OptionDescription {
    /// The option as the command line has it, such as `--max-gap`.
    var argument: String { "--" + name.replacing(/[A-Z]/) { "-" + $0.output.lowercased() } }
}

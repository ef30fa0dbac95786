// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentTasks

/// Options that are given more than once. Lists are joined; others are refused, as the parser would take the last one
/// without a word.
enum RepeatedOptions {
    /// The options whose value is a list, with commas between its items.
    static let lists = Set(
        (RedactionChoices.table.map(\.description) + CropChoices.table.map(\.description)).filter(isList)
            .map { "--\($0.name)" } + ["--fields"])

    private static func isList(_ option: OptionDescription) -> Bool {
        switch option.values {
        case .numbers, .list: true
        default: false
        }
    }

    /// An option of a command, as the parser describes it.
    private struct Option: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name as it is written.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let isRepeating: Bool
        let names: [Name]?
    }

    /// A value of an option among the arguments.
    private struct Given {
        let name: String
        let value: String
        /// The arguments that it takes.
        let places: Range<Int>
    }

    /// Returns arguments in which an option with one value occurs once.
    /// - Throws: `ValidationError` that names an option given more than once that does not take a list.
    static func joined(_ arguments: [String]) throws -> [String] {
        let names = arguments.filter { $0.hasPrefix("-") }.map { $0.prefix { $0 != "=" } }
        let mayRepeat = Set(names).count < names.count || names.contains { $0.count == 2 }
        guard mayRepeat, let command = command(of: arguments) else { return arguments }
        let options = try options(of: command)
        var given = [String: [Given]]()
        for value in values(in: arguments, options) { given[value.name, default: []].append(value) }
        var joined = arguments.map(Optional.some)
        for (name, values) in given.sorted(by: { $0.key < $1.key }) where values.count > 1 {
            guard lists.contains(name) else {
                let texts = values.map(\.value).joined(separator: " and ")
                throw ValidationError("\(name) takes one value, and is given \(values.count) times: \(texts).")
            }
            for place in values.flatMap(\.places) { joined[place] = nil }
            joined[values[0].places.lowerBound] = "\(name)=\(values.map(\.value).joined(separator: ","))"
        }
        return joined.compactMap(\.self)
    }

    /// Returns the command that arguments begin with; `nil` for none.
    static func command(of arguments: [String]) -> (any ParsableCommand.Type)? {
        var command: any ParsableCommand.Type = LineamentCommand.self
        for word in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else { break }
            command = next
        }
        return command == LineamentCommand.self ? nil : command
    }

    /// Returns the names of the options of a command that take one value, each with its longest name.
    static func options(of command: any ParsableCommand.Type) throws -> [String: String] {
        struct Tool: Decodable {
            struct Command: Decodable { let arguments: [Option]? }
            let command: Command
        }
        let tool = try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
        var names = [String: String]()
        for option in tool.command.arguments ?? [] where option.kind == "option" && !option.isRepeating {
            let texts = option.names?.map(\.text) ?? []
            guard let longest = texts.max(by: { $0.count < $1.count }) else { continue }
            for text in texts { names[text] = longest }
        }
        return names
    }

    /// Returns the options among arguments with their values, in order.
    private static func values(in arguments: [String], _ options: [String: String]) -> [Given] {
        var values = [Given]()
        var place = 0
        while place < arguments.count, arguments[place] != "--" {
            let parts = arguments[place].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let start = place
            place += 1
            guard let name = options[String(parts[0])] else { continue }
            if parts.count == 2 {
                values.append(Given(name: name, value: String(parts[1]), places: start..<place))
            } else if place < arguments.count {
                values.append(Given(name: name, value: arguments[place], places: start..<place + 1))
                place += 1
            }
        }
        return values
    }
}

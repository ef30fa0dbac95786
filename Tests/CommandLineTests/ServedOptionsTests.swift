// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentServer
import Testing

/// The service's table of options and the command line's help say the same.
@Suite struct ServedOptionsTests {
    /// On the command line, masks are files, and --model takes a file, too.
    private static let others = ["outputSegmentationMasks", "model"]

    @Test(arguments: TaskKind.allCases) func theCommandLineHasTheSameOptions(task: TaskKind) throws {
        let help = try Self.options(of: task)
        for parameter in task.parameters where !Self.others.contains(parameter.name) {
            let option = Self.option(parameter.name)
            let text = try #require(help[option], "\(task): \(option)")
            for words in Self.words(of: parameter) {
                #expect(words.contains { text.contains($0) }, "\(task) \(option): \(text)")
            }
        }
    }

    /// Values at both ends are taken, those beyond are not.
    @Test(arguments: TaskKind.allCases) func theCommandLineHasTheSameRanges(task: TaskKind) throws {
        for parameter in task.parameters {
            let (inside, outside): ([String], [String])
            switch parameter.values {
            case .number(let range):
                inside = [range.lowerBound, range.upperBound].map { "\($0)" }
                outside = [range.lowerBound - 0.01, range.upperBound * 1.01].map { "\($0)" }
            case .count(let range):
                inside = [range.lowerBound, range.upperBound].map { "\($0)" }
                outside = ["\(range.lowerBound - 1)"] + (range.upperBound == .max ? [] : ["\(range.upperBound + 1)"])
            case .limit: (inside, outside) = (["1", "all"], ["0", "none"])
            case .flag, .choice, .list, .color, .numbers, .numberOr, .areas: continue
            }
            let option = Self.option(parameter.name)
            for (values, status) in [(inside, 1 as Int32), (outside, 2)] {
                for value in values {
                    // The file is missing, which is noticed after the options are checked.
                    let run = try Program.run([task.rawValue, "/absent.mp4", "\(option)=\(value)"])
                    #expect(run.status == status, "\(task) \(option)=\(value): \(run.errors)")
                }
            }
        }
    }

    @Test(arguments: TaskKind.allCases) func theServiceHasTheSameOptions(task: TaskKind) throws {
        // Those of files, threads and output belong to every command.
        let common = try TaskKind.allCases.map { Set(try Self.options(of: $0).keys) }
        let own = try Set(Self.options(of: task).keys).filter { option in !common.allSatisfy { $0.contains(option) } }
        let served = Set((task.parameters.map(\.name) + Self.others).map(Self.option))
        #expect(own.subtracting(served).isEmpty)
        #expect(!own.isEmpty)
    }

    /// Returns the texts, of each of which the help must have one: the default, and the values.
    private static func words(of parameter: OptionDescription) -> [[String]] {
        let usual = parameter.defaultValue
        let values: [[String]] =
            switch parameter.values {
            case .limit: [["a number from 1, or all"]]
            case .choice(let choices): choices.map { [$0] }
            case .number, .count, .flag, .list, .color, .numbers, .numberOr, .areas: []
            }
        // A flag is off unless it is given.
        if parameter.values == .flag { return usual == "false" ? [] : [["no flag is on by default"]] }
        return values + (usual.isEmpty ? [] : [["default: \(usual))", "default: \(usual).0)"]])
    }

    private static func option(_ name: String) -> String {
        "--" + name.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
    }

    /// Returns the options of a command, with their help on one line.
    private static func options(of task: TaskKind) throws -> [String: String] {
        let output = try Program.run(["help", task.rawValue]).output
        return output.components(separatedBy: "\n  -").dropFirst().reduce(into: [:]) { options, text in
            let words = text.split(whereSeparator: \.isWhitespace)
            if let name = words.first, name.hasPrefix("-") { options["-\(name)"] = words.joined(separator: " ") }
        }
    }
}

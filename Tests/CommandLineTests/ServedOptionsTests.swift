import Lineament
import LineamentServer
import Testing

/// The service's table of options and the command line's help say the same.
@Suite(.timeLimit(.minutes(60))) struct ServedOptionsTests {
    @Test(arguments: TaskKind.allCases) func theCommandLineHasTheSameOptionsAndDefaults(task: TaskKind) throws {
        let run = try Program.run(["help", task.rawValue])
        // On the command line, masks are files, and --model takes a file, too.
        for parameter in task.parameters where !["outputSegmentationMasks", "model"].contains(parameter.name) {
            let option = "--" + parameter.name.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }
            let help = try #require(run.output.firstRange(of: "\n  \(option)"), "\(task): \(option)")
            let text = run.output[help.upperBound...].prefix { $0 != "\0" }
            let end = text.firstRange(of: "\n  -")?.lowerBound ?? text.endIndex
            let words = text[..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !parameter.defaultValue.isEmpty, parameter.values != .flag {
                let value = parameter.defaultValue
                let isSame = ["default: \(value))", "default: \(value).0)"].contains { words.contains($0) }
                #expect(isSame, "\(task) \(option): \(words)")
            }
        }
    }
}

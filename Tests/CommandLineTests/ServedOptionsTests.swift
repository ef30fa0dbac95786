import LineamentServer
import Testing

/// The service's table of options and the command line's help say the same.
@Suite(.timeLimit(.minutes(60))) struct ServedOptionsTests {
    @Test(arguments: ServedTask.allCases) func theCommandLineHasTheSameOptionsAndDefaults(task: ServedTask) throws {
        let run = try Program.run(["help", task.rawValue])
        // Masks are files on the command line, and messages in a live session.
        for parameter in task.parameters where parameter.name != "outputSegmentationMasks" {
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

internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentOutput

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a command's output.",
        discussion: """
            The schema (draft 2020-12) describes one line: the result of an image, the result of a frame of a video, or \
            the error of an input that failed. It covers all options, so members that depend on an option are optional.

            Examples:
              lineament schema face-landmarker > face-landmarker.schema.json
              lineament schema faces
            """)

    @Argument(help: ArgumentHelp("The command whose output to describe.", valueName: "command"))
    var task: TaskKind

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = try encoder.encode(ResultSchema(task).document)
        try ResultFile(path: nil).write(text + Data("\n".utf8))
    }
}

extension TaskKind: ExpressibleByArgument {}

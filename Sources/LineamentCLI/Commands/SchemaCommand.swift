// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentTasks

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a command's output.",
        discussion: """
            The schema (draft 2020-12) describes one line: the result of an image, the result of a frame of a video, or \
            the error of an input that failed. It covers all options, so members that depend on an option are optional. \
            redact-plan describes a plan (--plan and --from), redact-areas a line of the boxes for --areas.

            Examples:
              lineament schema face-landmarker > face-landmarker.schema.json
              lineament schema redact
              lineament schema redact-plan
            """)

    @Argument(help: ArgumentHelp("The command whose output to describe.", valueName: "command"))
    var command: Described

    func run() throws {
        try ResultFile(path: nil).write(command.document.encoded(isPretty: true) + Data("\n".utf8))
    }
}

/// A command whose output has a schema.
enum Described: ExpressibleByArgument, CaseIterable {
    case task(TaskKind)
    case redact
    case crop
    /// A plan of redact, which it also reads.
    case redactPlan
    /// The boxes of another detector that redact reads.
    case redactAreas

    static var allCases: [Described] {
        TaskKind.allCases.map(Described.task) + [.redact, .crop, .redactPlan, .redactAreas]
    }

    static var allValueStrings: [String] { allCases.map(\.name) }

    init?(argument: String) {
        guard let command = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = command
    }

    var document: JSONValue {
        switch self {
        case .task(let task): ResultSchema(task).document
        case .redact: ResultSchema.redactionDocument
        case .crop: ResultSchema.cropsDocument
        case .redactPlan: ResultSchema.planDocument
        case .redactAreas: ResultSchema.boxesDocument
        }
    }

    private var name: String {
        switch self {
        case .task(let task): task.rawValue
        case .redact: "redact"
        case .crop: "crop"
        case .redactPlan: "redact-plan"
        case .redactAreas: "redact-areas"
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import Logging

/// The entry point of the command line. Its help has the exit statuses.
@main
enum LineamentMain {
    static let badUsage: Int32 = 2

    static func main() async {
        openStandardStreams()
        Interruption.unblockSignals()
        // A closed pipe then surfaces as a failed write, which ends the program quietly.
        signal(SIGPIPE, SIG_IGN)
        // So does a file that reaches `ulimit -f`, which is an error.
        signal(SIGXFSZ, SIG_IGN)
        LoggingSystem.bootstrap { MessageLogHandler(label: $0) }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let hint = CommandHint.messageOnHelp(for: arguments) {
            StandardError.write(.error, hint)
            exit(badUsage)
        }
        do {
            try ProcessLimits.check()
            // `version` as in other programs.
            var command = try LineamentCommand.parseAsRoot(
                arguments == ["version"] ? ["--version"] : RepeatedOptions.joined(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as LineamentError {
            if FirstUse.isRemedy(of: error) { FirstUse.fetchAndRestart() }
            StandardError.write(.error, inOptionNames(error.description))
            exit(error.code == .invalidArgument ? badUsage : ExitCode.failure.rawValue)
        } catch is ClosedOutput {
            exit(ExitCode.failure.rawValue)
        } catch {
            let code = LineamentCommand.exitCode(for: error)
            if code.isSuccess { printAnswer(LineamentCommand.fullMessage(for: error)) }
            guard code == .validationFailure else {
                LineamentCommand.exit(withError: error)
            }
            reportUsage(error, arguments)
            exit(badUsage)
        }
    }
}

extension LineamentMain {
    /// Opens the standard streams that are closed, because the next file or pipe that is opened would take their place.
    /// They are opened in the wrong direction: their use fails as it does for a closed stream.
    private static func openStandardStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Prints what was asked for, such as the help, and ends the program.
    private static func printAnswer(_ text: String) -> Never {
        do {
            if !text.isEmpty { try StandardOutput.write(text) }
        } catch {
            if let error = error as? LineamentError { StandardError.write(.error, error.description) }
            exit(ExitCode.failure.rawValue)
        }
        exit(ExitCode.success.rawValue)
    }

    /// Returns a message of the library about an option with the option's name on the command line:
    /// "Invalid `numFaces` option: …" becomes "Invalid --num-faces: …".
    static func inOptionNames(_ message: String) -> String {
        message.replacing(/Invalid `([A-Za-z]+)` option/) { match in
            let words = match.1.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
            return "Invalid --\(words)"
        }
        .replacing("Check modelAssetPath.", with: "Check --model.")
    }

    /// Prints what is wrong with the arguments, and what to write instead.
    private static func reportUsage(_ error: any Error, _ arguments: [String]) {
        let hint =
            CommandHint.message(for: arguments) ?? CommandHint.messageOnDash(for: arguments)
            ?? CommandHint.messageOnNegativeNumber(for: arguments) ?? CommandHint.messageOnOption(for: arguments)
            ?? CommandHint.messageOnSubcommand(for: arguments)
        if let hint {
            return StandardError.write(.error, hint)
        }
        var text = LineamentCommand.fullMessage(for: error)
        let name = arguments.first
        let commands = LineamentCommand.configuration.subcommands
        if let name, let command = commands.first(where: { $0.configuration.commandName == name }) {
            // An error found once a command runs comes with the usage of the whole program.
            text = text.replacing("lineament <subcommand>", with: LineamentCommand.usageString(for: command))
                .replacing("'lineament --help'", with: "'lineament \(name) --help'")
        }
        StandardError.write(.error, text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text)
    }
}

struct LineamentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lineament",
        abstract: "Detect faces, bodies and hands in photos, videos and live streams.",
        discussion: """
            Examples:
              lineament face-landmarker portrait.jpg --annotate drawn.jpg
              lineament face-landmarker photos/ --output-face-blendshapes > faces.jsonl
              lineament face-detector *.jpg --format csv --output faces.csv
              lineament face-landmarker clip.mp4 --annotate drawn.mp4 > clip.jsonl
              lineament face-detector camera:/dev/video0 --duration 10
              lineament faces party.jpg --annotate drawn.jpg
              lineament pose-landmarker people.jpg --annotate drawn.jpg --world-view
              lineament capture dance.mp4 --output dance.bvh
              curl -s https://example.org/a.jpg | lineament face-detector -

            Results go to standard output: text on a terminal, otherwise JSON, one object per line for each image or frame \
            (--format). Messages go to standard error. Exit status: 0 if all inputs succeeded, 1 if any failed (the others \
            are still processed), 2 for invalid usage, 3 if redact --strict found something worth a \
            look, 130 after Ctrl-C, SIGTERM or a closed terminal (serve: 0).
            """,
        version: LineamentVersion.current,
        subcommands: subcommands)

    private static var subcommands: [any ParsableCommand.Type] {
        var commands = TaskKind.allCases.filter { $0 != .faces }.map(\.command)
        commands += [RedactCommand.self, CropCommand.self, CaptureCommand.self]
        // ML Kit's values come after what most people look for.
        commands.append(TaskKind.faces.command)
        #if Server
            commands.append(ServeCommand.self)
        #endif
        return commands + [SchemaCommand.self, ModelsCommand.self, BenchCommand.self]
    }
}

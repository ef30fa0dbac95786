// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// The command-line program, run as a user runs it.
struct Program {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String

        var lines: [Substring] { output.split(separator: "\n") }

        /// The lines of the output as JSON objects.
        var objects: [[String: Any]] {
            lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        }
    }

    /// The folder with what was built with the tests.
    static let builtFolder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent()

    private static let installed = ProcessInfo.processInfo.environment["LINEAMENT_PROGRAM"]

    /// Whether the tests are of an installed program, which `$LINEAMENT_PROGRAM` names.
    static var isInstalled: Bool { installed != nil }

    /// The program that was built with the tests, or the installed one.
    static let url: URL = {
        guard let path = installed else { return builtFolder.appendingPathComponent("lineament") }
        let url = URL(fileURLWithPath: path)
        precondition(
            url.lastPathComponent == "lineament" && FileManager.default.isExecutableFile(atPath: path),
            "LINEAMENT_PROGRAM (\(path)) is not a program named lineament.")
        return url
    }()

    static func run(_ arguments: [String], in folder: URL? = nil) throws -> Outcome {
        try run(url, arguments, in: folder)
    }

    static func run(_ arguments: String..., input: Data? = nil, in folder: URL? = nil) throws -> Outcome {
        try run(url, arguments, input: input, in: folder)
    }

    /// Runs a shell command line with the program and the examples on the path.
    static func shell(_ line: String, in folder: URL) throws -> Outcome {
        let places = [url.deletingLastPathComponent().path, builtFolder.path]
        let path = (places + [ProcessInfo.processInfo.environment["PATH"] ?? ""]).joined(separator: ":")
        // Bash warns of a locale that is not installed, as one is that came over SSH into a container.
        return try run(
            URL(fileURLWithPath: "/bin/bash"), ["-o", "pipefail", "-c", line], in: folder,
            environment: ["PATH": path, "LC_ALL": "C.UTF-8"])
    }

    /// Runs a Python program.
    static func runPython(_ program: String, input: Data) throws -> Outcome {
        try run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", program], input: input, in: nil)
    }

    private static func run(
        _ program: URL, _ arguments: [String], input: Data? = nil, in folder: URL?,
        environment: [String: String] = [:]
    ) throws -> Outcome {
        let files = try Scratch()
        let (output, errors) = (files.url("out"), files.url("err"))
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        if let input {
            let file = files.url("in")
            try input.write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try withoutNotes(String(contentsOf: errors, encoding: .utf8)))
    }

    /// Removes a message that is no error: the note that the model for small faces is missing.
    private static func withoutNotes(_ errors: String) -> String {
        errors.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("yunet.tflite is in none") }
            .joined(separator: "\n")
    }
}

/// A temporary folder that is deleted with this object.
final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }
}

internal import ArgumentParser
internal import Foundation
internal import Lineament

struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List, verify and download the runtime and the models.",
        subcommands: [List.self, Verify.self, Fetch.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the size and location of each file. Exit status 1 if a file that is needed is missing.")

        func run() throws {
            let width = AssetManifest.files.map(\.count).max() ?? 0
            var isMissing = false
            for file in AssetManifest.files {
                let name = file.padding(toLength: width, withPad: " ", startingAt: 0)
                let found = AssetFolders.all.map { $0.appendingPathComponent(file) }
                    .first { FileManager.default.fileExists(atPath: $0.path) }
                if let found {
                    print("\(name)  \(Self.size(of: found))  \(found.path)")
                } else {
                    isMissing = isMissing || AssetManifest.isNeeded(file)
                    let kind = AssetManifest.isNeeded(file) ? "missing" : "missing, optional"
                    print("\(name)         -  \(kind); run: lineament models fetch")
                }
            }
            if isMissing { throw ExitCode.failure }
        }

        /// Returns the size of a file in megabytes, right-aligned.
        private static func size(of file: URL) -> String {
            let bytes = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int ?? 0
            return String(format: "%5.1f MB", Double(bytes) / 1e6)
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare the SHA-256 of each file with the expected one.")

        @Option(help: "Folder to check. Default: the first asset folder that exists.")
        var folder: String?

        func run() throws {
            let checked = folder.map { URL(fileURLWithPath: $0) } ?? AssetFolders.firstExisting
            try AssetManifest.runScript(["--check"], folder: checked)
        }
    }

    struct Fetch: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Download missing files.",
            discussion: "Requires python3 with pip. LINEAMENT_MIRROR names a folder or address to try first.")

        @Option(help: "Folder for the files. Default: LINEAMENT_HOME, or else the user's data folder.")
        var folder: String?

        func run() throws {
            let home = ProcessInfo.processInfo.environment["LINEAMENT_HOME"].map { URL(fileURLWithPath: $0) }
            try AssetManifest.runScript(
                [], folder: folder.map { URL(fileURLWithPath: $0) } ?? home ?? AssetFolders.userFolder)
        }
    }
}

extension AssetFolders {
    fileprivate static var firstExisting: URL {
        all.first { FileManager.default.fileExists(atPath: $0.path) } ?? userFolder
    }
}

/// The list of downloads and the scripts that fetch them, which are embedded in the program.
private enum AssetManifest {
    private static let text = String(decoding: PackageResources.manifest_txt, as: UTF8.self)

    /// The files, as paths relative to an asset folder.
    static var files: [String] {
        var files: [String] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let file = String(line.prefix { $0 != " " })
            if !files.contains(file) { files.append(file) }
        }
        return files
    }

    /// Whether every command needs the file, or some do: the model for small faces and the sample photo are extras.
    static func isNeeded(_ file: String) -> Bool {
        !file.hasPrefix("samples/")
            && !text.split(separator: "\n").contains { $0.hasPrefix("\(file) ") && $0.contains(" onnx:") }
    }

    static func runScript(_ arguments: [String], folder: URL) throws {
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let script = work.appendingPathComponent("fetch.sh")
        let manifest = work.appendingPathComponent("manifest.txt")
        try Data(PackageResources.fetch_sh).write(to: script)
        try Data(PackageResources.pose_bundle_py).write(to: work.appendingPathComponent("pose_bundle.py"))
        try Data(PackageResources.wheels_txt).write(to: work.appendingPathComponent("wheels.txt"))
        try Data(PackageResources.yunet_to_tflite_py).write(to: work.appendingPathComponent("yunet_to_tflite.py"))
        try Data(text.utf8).write(to: manifest)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", script.path] + arguments + [manifest.path, folder.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ExitCode.failure }
    }
}

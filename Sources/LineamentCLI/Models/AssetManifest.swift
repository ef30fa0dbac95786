// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament

/// The list of downloads and the scripts that fetch them, which are embedded in the program.
enum AssetManifest {
    private static let text = String(decoding: PackageResources.manifest_txt, as: UTF8.self)

    /// The columns of each line.
    private static let rows: [[Substring]] = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: " ") }

    /// The files, as paths relative to an asset folder.
    static var files: [String] {
        var files: [String] = []
        for row in rows {
            let file = String(row[0])
            if !files.contains(file) { files.append(file) }
        }
        return files
    }

    /// Returns where a file is; `nil` if it is in no asset folder.
    static func place(of file: String) -> URL? {
        AssetFolders.all.map { $0.appendingPathComponent(file) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    /// Returns the SHA-256 of a file that every platform shares; `nil` if it has none or depends on the platform.
    static func sha256(of file: String) -> String? {
        rows.first { $0.count > 2 && $0[0] == file && $0[1] == "any" }.map { String($0[2]) }
    }

    /// Whether every command needs the file, or some do: the model for small faces, the sample photo and files that are
    /// downloaded by name are extras.
    static func isNeeded(_ file: String) -> Bool {
        !file.hasPrefix("samples/") && name(of: file) == nil
            && !rows.contains { $0.count > 3 && $0[0] == file && $0[3].hasPrefix("onnx:") }
    }

    /// The names by which files are downloaded on request.
    static var names: [String] {
        files.compactMap { name(of: $0) }.reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// Returns the name by which a file is downloaded on request; `nil` if it is downloaded with all others.
    static func name(of file: String) -> String? {
        let source = rows.first { $0.count > 3 && $0[0] == file }?[3]
        guard let source, source.hasPrefix("name:") else { return nil }
        return String(source.dropFirst("name:".count).prefix { $0 != "," })
    }

    /// Returns the files that are downloaded by a name.
    static func files(named name: String) -> [String] { files.filter { self.name(of: $0) == name } }

    /// The folder that is filled unless another is named: `$LINEAMENT_HOME`, or one of the user's.
    static var defaultFolder: URL {
        ProcessInfo.processInfo.environment["LINEAMENT_HOME"].flatMap { $0.isEmpty ? nil : URL(verbatimPath: $0) }
            ?? AssetFolders.userFolder
    }

    /// Runs the script that checks and downloads files.
    /// - Parameters:
    ///   - arguments: Its options.
    ///   - folder: The folder of the files.
    ///   - names: The names of files to download; empty for all that are not downloaded by name.
    static func runScript(_ arguments: [String], folder: URL, names: [String] = []) throws {
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let script = work.appendingPathComponent("fetch.sh")
        let manifest = work.appendingPathComponent("manifest.txt")
        try Data(PackageResources.fetch_sh).write(to: script)
        try Data(PackageResources.model_bundle_py).write(to: work.appendingPathComponent("model_bundle.py"))
        try Data(PackageResources.wheels_txt).write(to: work.appendingPathComponent("wheels.txt"))
        try Data(PackageResources.yunet_to_tflite_py).write(to: work.appendingPathComponent("yunet_to_tflite.py"))
        try Data(text.utf8).write(to: manifest)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bash", script.path] + arguments + [manifest.path, folder.path] + names
        // Files that the script and its tools leave behind when they are killed are deleted with the folder.
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": work.path]) { $1 }
        _ = try ChildProcess.run(process)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw ExitCode.failure }
    }
}

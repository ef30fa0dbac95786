internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentServer

/// The list of downloads and the scripts that fetch them, which are embedded in the program.
enum AssetManifest {
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

    /// Returns the SHA-256 of a file that every platform shares; nil if it has none or depends on the platform.
    static func sha256(of file: String) -> String? {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        return lines.first { $0.count > 2 && $0[0] == file && $0[1] == "any" }.map { String($0[2]) }
    }

    /// The model files that are there, as the service describes them.
    static var models: [ModelDescription] {
        files.filter { $0.hasPrefix("models/") }.compactMap { file in
            let found = AssetFolders.all.map { $0.appendingPathComponent(file) }
                .first { FileManager.default.fileExists(atPath: $0.path) }
            guard let found, let sha256 = sha256(of: file) else { return nil }
            let bytes = (try? FileManager.default.attributesOfItem(atPath: found.path))?[.size] as? Int ?? 0
            return ModelDescription(name: found.lastPathComponent, sha256: sha256, bytes: bytes)
        }
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

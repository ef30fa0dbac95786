// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation

/// A check that no output would overwrite an input or another output.
struct OutputCheck {
    private var inputs: [FileIdentity: String] = [:]
    /// The outputs so far, by their resolved paths, with the options that name them.
    private var outputs: [String: String] = [:]

    /// Registers a file that is read.
    mutating func protect(_ identity: FileIdentity, _ name: String) {
        if inputs[identity] == nil { inputs[identity] = name }
    }

    /// Registers a file that is written.
    /// - Throws: `ValidationError` if it is also read, or already written.
    mutating func claim(_ path: String, by option: String) throws {
        let resolved = OutputPath.resolved(path)
        if OutputPath.isSystemPath(resolved) {
            guard let identity = FileIdentity(path: resolved) else { return }
            try checkInputs(path, by: option)
            return protect(identity, "the file of \(option) \(path)")
        }
        try checkInputs(path, by: option)
        if let other = outputs.updateValue("\(option) \(path)", forKey: resolved) {
            throw ValidationError("\(other) and \(option) \(path) are the same file. Choose different files.")
        }
    }

    /// Registers files with certain names in a folder that are written.
    /// - Parameters:
    ///   - subfolders: the folders that may be written to, as paths relative to the folder.
    ///   - isWritten: returns whether a file, as a path relative to the folder, may be written.
    /// - Throws: `ValidationError` if one of them is also read, or already written, or if that cannot be known because
    ///   a folder cannot be read.
    mutating func claim(
        _ folder: URL, by option: String, subfolders: Set<String> = [""], where isWritten: (String) -> Bool
    ) throws {
        let resolved = OutputPath.resolved(folder.path)
        for (path, other) in outputs.sorted(by: { $0.key < $1.key }) {
            guard let name = OutputPath.relative(path, below: resolved), isWritten(name) else { continue }
            throw ValidationError(
                "\(other) and \(option) \(folder.path) would write the same file. Choose different folders.")
        }
        for subfolder in subfolders.sorted() {
            let path = (folder.path as NSString).appendingPathComponent(subfolder) as NSString
            for name in try Self.names(in: path as String, option)
            where isWritten((subfolder as NSString).appendingPathComponent(name)) {
                try checkInputs(path.appendingPathComponent(name), by: option)
            }
        }
    }

    /// Returns the names of the files in a folder; none if there is no such folder.
    private static func names(in folder: String, _ option: String) throws -> [String] {
        guard OutputPath.isFolder(folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw ValidationError(
                "\(option) cannot read the folder \(folder), so inputs in it might be overwritten. "
                    + "Make it readable, or choose another folder.")
        }
    }

    /// Registers standard output, which may be redirected to a file.
    mutating func claimStandardOutput() throws {
        guard let identity = FileIdentity(descriptor: STDOUT_FILENO) else { return }
        if let input = inputs[identity] {
            throw ValidationError("Standard output would overwrite \(input). Redirect it to another file.")
        }
        protect(identity, "the file of standard output")
    }

    private func checkInputs(_ path: String, by option: String) throws {
        guard let identity = FileIdentity(path: path), let input = inputs[identity] else { return }
        throw ValidationError("\(option) \(path) would overwrite \(input). Choose another path.")
    }
}

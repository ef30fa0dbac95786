internal import ArgumentParser
internal import Foundation

/// Refuses outputs that would destroy an input or another output.
struct OutputCheck {
    private var inputs: [FileIdentity: String] = [:]
    /// The outputs so far by their resolved paths, with what names them.
    private var outputs: [String: String] = [:]

    /// Says that a file is read.
    mutating func protect(_ identity: FileIdentity, _ name: String) {
        if inputs[identity] == nil { inputs[identity] = name }
    }

    /// Says that a file is written.
    /// - Throws: `ValidationError` if it is read, or written already.
    mutating func claim(_ path: String, by option: String) throws {
        let resolved = OutputPath.resolved(path)
        if OutputPath.isSystemPath(resolved), FileIdentity(path: resolved) == nil { return }
        try checkInputs(path, by: option)
        if let other = outputs.updateValue("\(option) \(path)", forKey: resolved) {
            throw ValidationError("\(other) and \(option) \(path) are one file: name two.")
        }
    }

    /// Says that files of certain names in a folder are written.
    /// - Parameter isWritten: whether a file of this name, a path below the folder, may be written.
    /// - Throws: `ValidationError` if one of them is read, or written already.
    mutating func claim(_ folder: URL, by option: String, where isWritten: (String) -> Bool) throws {
        let resolved = OutputPath.resolved(folder.path)
        for (path, other) in outputs.sorted(by: { $0.key < $1.key }) {
            guard let name = OutputPath.relative(path, below: resolved), isWritten(name) else { continue }
            throw ValidationError("\(other) and \(option) \(folder.path) would write the same file: name two folders.")
        }
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: resolved)) ?? [] where isWritten(name) {
            try checkInputs((folder.path as NSString).appendingPathComponent(name), by: option)
        }
    }

    /// Says that standard output is written, which may be a file.
    mutating func claimStandardOutput() throws {
        guard let identity = FileIdentity(descriptor: STDOUT_FILENO) else { return }
        if let input = inputs[identity] { throw ValidationError("Standard output is \(input): write elsewhere.") }
        protect(identity, "the file that standard output goes to")
    }

    private func checkInputs(_ path: String, by option: String) throws {
        guard let identity = FileIdentity(path: path), let input = inputs[identity] else { return }
        throw ValidationError("\(option) \(path) would overwrite \(input): write elsewhere.")
    }
}

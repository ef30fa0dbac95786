// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

/// Operations on paths of files that may not exist yet.
enum OutputPath {
    /// The number of links after which a path is considered circular.
    private static let maxLinks = 40

    /// Returns the path with all symbolic links resolved, so that two paths of the same file are equal.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<maxLinks {
            // The target of standard output must be written through it, not replaced.
            if isSystemPath(path) { return path }
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = target.hasPrefix("/") ? target : joined(split(path).folder, target)
        }
        return canonical(path)
    }

    /// Returns whether there is a folder at a path, or a symbolic link to one.
    static func isFolder(_ path: String) -> Bool { FileStatus(path: path)?.kind == .folder }

    /// Returns whether the path is one of the system's names for an open file.
    static func isSystemPath(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/")
            || path.hasPrefix("/proc/")
    }

    /// Returns the number of this process's open file that one of the system's names stands for.
    static func descriptor(of path: String) -> Int32? {
        switch path {
        case "/dev/stdin": return STDIN_FILENO
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
            guard let folder = folders.first(where: path.hasPrefix) else { return nil }
            return Int32(path.dropFirst(folder.count))
        }
    }

    /// Returns the path relative to `folder`, or `nil` if it is not inside. Both must be resolved.
    static func relative(_ path: String, below folder: String) -> String? {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        // Bytes, because a slash with a combining mark is another character than a slash.
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
    }

    /// Returns the folder of a path, empty for a bare name, and the name in it, empty for the root.
    ///
    /// `NSString.deletingLastPathComponent` ends the program for a name of one character.
    static func split(_ path: String) -> (folder: String, name: String) {
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") }
        let bytes = path.utf8
        guard let end = bytes.lastIndex(where: { !isSlash($0) }) else { return (path.isEmpty ? "" : "/", "") }
        let trimmed = bytes[...end]
        guard let slash = trimmed.lastIndex(where: isSlash) else { return ("", String(Substring(trimmed))) }
        let name = String(Substring(trimmed[bytes.index(after: slash)...]))
        guard let last = bytes[..<slash].lastIndex(where: { !isSlash($0) }) else { return ("/", name) }
        return (String(Substring(bytes[...last])), name)
    }

    /// Returns the path of a name or relative path in a folder, which is empty for the working directory.
    static func joined(_ folder: String, _ name: String) -> String {
        if folder.isEmpty || name.isEmpty { return folder + name }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
    }

    private static func canonical(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let (folder, name) = split(path)
        // The working directory has no path if it was removed.
        guard path != ".", !name.isEmpty else { return path }
        return joined(canonical(folder.isEmpty ? "." : folder), name)
    }
}

extension OutputPath {
    /// Creates the folder of a file.
    static func makeFolder(of file: URL) throws {
        // Empty only if the working directory was removed.
        let folder = split(file.path).folder
        if !folder.isEmpty { try makeFolder(folder, for: file.path) }
    }

    /// Creates a folder and those above it, unless they exist.
    static func makeFolder(_ folder: URL) throws { try makeFolder(folder.path, for: folder.path) }

    private static func makeFolder(_ folder: String, for output: String) throws {
        try writing(output) {
            if FileManager.default.fileExists(atPath: folder), !isFolder(folder) {
                throw LineamentError(.permissionDenied, "\(folder) is not a folder.")
            }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// Translates errors of encoding and of the file system into a ``LineamentError`` that names the output.
    static func writing<Value>(_ output: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ClosedOutput {
            throw error
        } catch let error as LineamentError {
            throw LineamentError(error.code, "\(output) cannot be written: \(error.message)", underlyingError: error)
        } catch {
            throw LineamentError(
                .permissionDenied, "\(output) cannot be written: \(FileOutput.reason(error))", underlyingError: error)
        }
    }
}

internal import Foundation

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
            let folder = (path as NSString).deletingLastPathComponent as NSString
            path = target.hasPrefix("/") ? target : folder.appendingPathComponent(target)
        }
        return canonical(path)
    }

    /// Returns whether the path is one of the system's names for an open file.
    static func isSystemPath(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/")
            || path.hasPrefix("/proc/")
    }

    /// Returns the path relative to `folder`, or nil if it is not inside. Both must be resolved.
    static func relative(_ path: String, below folder: String) -> String? {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    private static func canonical(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let path = path as NSString
        let (folder, name) = (path.deletingLastPathComponent, path.lastPathComponent)
        guard folder != path as String, !name.isEmpty else { return path as String }
        return (canonical(folder.isEmpty ? "." : folder) as NSString).appendingPathComponent(name)
    }
}

/// The identity of a file, independent of its names and links.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Creates the identity of a regular file, or returns nil for anything else: writing to a device or pipe destroys
    /// nothing.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

internal import Foundation

/// Paths of files that may not exist yet.
enum OutputPath {
    /// Beyond this many links a path is taken for a circle of them.
    private static let mostLinks = 40

    /// The path with every link followed, so that two paths of one file are equal.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<mostLinks {
            // What standard output leads to must be written through it, not replaced.
            if isSystemPath(path) { return path }
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let folder = (path as NSString).deletingLastPathComponent as NSString
            path = target.hasPrefix("/") ? target : folder.appendingPathComponent(target)
        }
        return canonical(path)
    }

    /// Whether the path is one of the system's names for a file that is open already.
    static func isSystemPath(_ path: String) -> Bool {
        ["/dev/stdin", "/dev/stdout", "/dev/stderr"].contains(path) || path.hasPrefix("/dev/fd/")
            || path.hasPrefix("/proc/")
    }

    /// The path below `folder`; nil if it is not there. Both are resolved.
    static func relative(_ path: String, below folder: String) -> String? {
        let beginning = folder.hasSuffix("/") ? folder : folder + "/"
        return path.hasPrefix(beginning) ? String(path.dropFirst(beginning.count)) : nil
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

/// Which file something is, whatever name or link leads to it.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil for what is no regular file: a device or a pipe is not lost by writing to it.
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

internal import Foundation

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

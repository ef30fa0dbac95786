// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The file system's record of a file.
///
/// Programs with many dependencies use this type instead of C's `stat`, which Dispatch and Glibc both define: which of the
/// two a compiler finds, and asks a file to import, depends on what else the module imports.
package struct FileStatus {
    package enum Kind {
        case regularFile, folder, symbolicLink, pipe
        /// A device or a socket.
        case other
    }

    /// The identity of a file, the same under all its names and links.
    package struct Identity: Hashable {
        fileprivate let device: UInt64
        fileprivate let inode: UInt64
    }

    package let kind: Kind
    /// The number of bytes of a regular file.
    package let size: Int
    package let identity: Identity
    /// The permissions to read, write and execute the file, as the lowest nine bits.
    package let permissions: UInt32

    /// Returns `nil`, with the reason in `errno`, if there is no status.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the status of an entry of an open folder.
    package init?(entry name: UnsafePointer<CChar>, of folder: Int32, followingLinks: Bool) {
        var status = stat()
        guard fstatat(folder, name, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regularFile
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .pipe
            default: .other
            }
        size = Int(status.st_size)
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        permissions = UInt32(status.st_mode & 0o777)
    }
}

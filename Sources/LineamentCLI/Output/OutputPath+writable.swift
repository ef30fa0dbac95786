// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

/// Checks before the work, which may take long. They create nothing, so a disk may still be full later.
extension OutputPath {
    /// Checks that a file can be written, or created with its folder.
    /// - Throws: ``LineamentError`` with code `permissionDenied` if it cannot.
    static func checkIsWritable(file path: String) throws {
        try writing(path) {
            let place = resolved(path)
            if let number = descriptor(of: place) {
                let mode = fcntl(number, F_GETFL)
                guard mode >= 0, mode & O_ACCMODE != O_RDONLY else { throw POSIXError(.EBADF) }
                return
            }
            if let status = FileStatus(path: place) {
                if status.kind == .folder { throw POSIXError(.EISDIR) }
                try checkAccess(place, W_OK)
                // Devices and pipes are not replaced.
                guard status.kind == .regularFile else { return }
            } else if isSystemPath(place) {
                throw POSIXError(.ENOENT)
            }
            guard !isSystemPath(place) else { return }
            try checkNearest(folder: split(place).folder)
        }
    }

    /// Checks that files can be created in a folder, or in one that is created at its path.
    /// - Throws: ``LineamentError`` with code `permissionDenied` if they cannot.
    static func checkIsWritable(folder path: String) throws {
        try writing(path) { try checkNearest(folder: path) }
    }

    /// Checks a folder, or the nearest one above it that exists.
    private static func checkNearest(folder path: String) throws {
        let path = path.isEmpty ? "." : path
        guard let status = FileStatus(path: path) else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            let parent = split(path).folder
            guard code == .ENOENT || code == .ENOTDIR, parent != path, path != "." else { throw POSIXError(code) }
            return try checkNearest(folder: parent)
        }
        guard status.kind == .folder else { throw LineamentError(.permissionDenied, "\(path) is not a folder.") }
        try checkAccess(path, W_OK | X_OK)
    }

    private static func checkAccess(_ path: String, _ mode: Int32) throws {
        guard access(path, mode) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EACCES) }
    }
}

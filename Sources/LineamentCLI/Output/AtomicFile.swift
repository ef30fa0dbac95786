// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import Locking

/// A file that is written under a temporary name next to its destination and moved there once it is complete.
///
/// Until then, or if it is never completed, an existing file at the destination stays. Devices and pipes are written
/// directly.
final class AtomicFile: Sendable {
    /// The name of the file in messages.
    let path: String
    /// The path that is written: temporary, or the destination itself.
    let writtenPath: String
    let handle: FileHandle
    private let place: String
    private let isDone = Locked(false)

    private var isTemporary: Bool { writtenPath != place }

    /// Creates a file.
    /// - Throws: ``LineamentError`` with code `permissionDenied` if the destination is not writable.
    init(path: String) throws {
        self.path = path
        place = OutputPath.resolved(path)
        let isDirect = try Self.isWrittenDirectly(place, name: path)
        writtenPath = isDirect ? place : TemporaryFiles.add(beside: place)
        // FileManager.createFile would replace anything at the path with a new file, even a device or a pipe.
        let descriptor =
            isDirect ? Self.openDirectly(place) : open(writtenPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o666)
        guard descriptor >= 0 else {
            let code = errno
            if !isDirect { TemporaryFiles.remove(writtenPath) }
            throw Self.failure(path, code)
        }
        if !isDirect { Self.restrictPermissions(of: descriptor, to: place) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { discard() }

    /// Moves the file to its destination.
    func commit() throws {
        guard markDone() else { return }
        do {
            try handle.close()
            if isTemporary { try TemporaryFiles.move(writtenPath, to: place) }
        } catch {
            if isTemporary { TemporaryFiles.remove(writtenPath) }
            throw LineamentError(
                .resourceExhausted, "\(path) cannot be written: \(FileOutput.reason(error))", underlyingError: error)
        }
    }

    /// Deletes the file unless it was committed.
    func discard() {
        guard markDone() else { return }
        try? handle.close()
        if isTemporary { TemporaryFiles.remove(writtenPath) }
    }

    private func markDone() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }

    /// Withholds from the file the permissions that the one it is going to replace did not grant.
    private static func restrictPermissions(of descriptor: Int32, to place: String) {
        guard let old = FileStatus(path: place), let new = FileStatus(descriptor: descriptor) else { return }
        fchmod(descriptor, mode_t(new.permissions & old.permissions))
    }

    /// Returns whether the destination is a device or pipe, which must not be replaced by a file.
    private static func isWrittenDirectly(_ place: String, name: String) throws -> Bool {
        if OutputPath.isSystemPath(place) { return true }
        guard let status = FileStatus(path: place) else { return false }
        if status.kind == .folder { throw failure(name, EISDIR) }
        guard access(place, W_OK) == 0 else { throw failure(name, errno) }
        return status.kind != .regularFile
    }

    /// Opens a device, a pipe, or what another program or the shell has opened, and leaves what is in it.
    private static func openDirectly(_ place: String) -> Int32 {
        // Opened by its name, a file that the shell appends to would be written from its start.
        guard let number = OutputPath.descriptor(of: place) else { return open(place, O_WRONLY | O_APPEND | O_CLOEXEC) }
        let mode = fcntl(number, F_GETFL)
        guard mode >= 0 else { return -1 }
        if mode & O_ACCMODE == O_RDONLY {
            errno = EBADF
            return -1
        }
        return fcntl(number, F_DUPFD_CLOEXEC, 0)
    }

    private static func failure(_ path: String, _ code: Int32) -> LineamentError {
        LineamentError(.permissionDenied, "\(path) cannot be written: \(String(cString: strerror(code))).")
    }
}

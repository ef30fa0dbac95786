// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

/// A file without a name, which is gone when the value is released or the process ends.
package final class ScratchFile: Sendable {
    private let descriptor: Int32
    private let space: ScratchSpace?
    /// Where the file ends, in bytes from the beginning.
    private let end = Locked(0)

    /// Creates an empty file in the folder for temporary files.
    /// - Parameter space: The disk space that the file is a part of; `nil` for any.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if that cannot be done.
    package init(in space: ScratchSpace? = nil) throws {
        self.space = space
        let path = "\(NSTemporaryDirectory())/lineament-\(UUID().uuidString)"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
        unlink(path)
    }

    deinit {
        close(descriptor)
        space?.giveBack(end.withLock { $0 })
    }

    /// Writes bytes at a place, in bytes from the beginning, which may lie behind the end.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if the disk is full; the error of the disk space that the
    ///   file is a part of.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
        try end.withLock { end in
            let grown = max(end, offset + bytes.count)
            try space?.take(grown - end)
            end = grown
        }
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            done += count
        }
    }

    /// Fills memory with the bytes from a place on, in bytes from the beginning.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if they cannot be read.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        var done = 0
        while done < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure() }
            done += count
        }
    }

    private static func failure() -> LineamentError {
        let cause = errno
        return LineamentError(
            .resourceExhausted,
            "The temporary file for what does not fit into memory cannot be used: \(String(cString: strerror(cause))). "
                + "Make room in \(NSTemporaryDirectory()), or set TMPDIR to a folder that has it.",
            underlyingError: POSIXError(POSIXErrorCode(rawValue: cause) ?? .EIO))
    }
}

extension LineamentError {
    /// Whether a temporary file could not be written or read, which is not the input's fault.
    package var isOfScratchFile: Bool { code == .resourceExhausted && underlyingError is POSIXError }
}

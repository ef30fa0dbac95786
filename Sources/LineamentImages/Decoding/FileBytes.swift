// SPDX-License-Identifier: Apache-2.0
package import Foundation
internal import Lineament

/// A reader of whole files whose errors name the file.
///
/// Pipes and devices may keep a reader waiting forever, so the deadline of the calling thread's work also holds for them,
/// and they can be given up.
package enum FileBytes {
    /// Reads a file.
    /// - Parameters:
    ///   - name: the file's name in messages; its path if `nil`.
    ///   - limit: the maximum number of bytes.
    ///   - isCancelled: whether to give up a pipe or device that does not come to its end. It is evaluated several times
    ///     a second.
    package static func read(
        _ url: URL, limit: Int, name: String? = nil, isCancelled: () -> Bool = { false }
    ) throws -> Data {
        guard url.isFileURL else {
            let remedy =
                url.scheme == nil
                ? "For a path, write URL(fileURLWithPath:)." : "Download it, and pass the file or its bytes."
            throw LineamentError(.invalidArgument, "\(url) is not the URL of a file. \(remedy)")
        }
        let path = url.path
        let name = name ?? path
        guard let status = FileStatus(path: path) else {
            throw [ENOENT, ENOTDIR].contains(errno)
                ? .noSuchFile(name) : failure(name, errno)
        }
        guard status.kind != .folder else {
            throw LineamentError(.invalidArgument, "\(name) is a folder, not a file.")
        }
        // Opening a pipe must not wait for its writer. Files are not affected.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(name, errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? handle.close() }
        return try read(handle, limit: limit, name: name, isCancelled: isCancelled)
    }

    /// Reads to the end, but at most `limit` bytes, because devices and pipes may be endless.
    package static func read(
        _ handle: FileHandle, limit: Int, name: String, isCancelled: () -> Bool = { false }
    ) throws -> Data {
        let size = handle.regularFileSize
        let tooLarge = LineamentError(.resourceExhausted, "\(name) is larger than the limit of \(limit) bytes.")
        if let size, size > limit { throw tooLarge }
        var memory = try GrowingMemory(for: name, capacity: max(1 << 16, size ?? 0) + 1, limit: limit)
        var patience = Patience(name: name)
        repeat {
            if size == nil {
                try patience.wait(for: handle.fileDescriptor, isCancelled)
            } else {
                try Deadline.check()
            }
            guard memory.count <= limit else { throw tooLarge }
        } while try memory.read(from: handle.fileDescriptor)
        return memory.takeData()
    }

    fileprivate static func failure(_ path: String, _ code: Int32) -> LineamentError {
        let kind: LineamentError.Code =
            switch code {
            case EMFILE, ENFILE, ENOMEM: .resourceExhausted
            case ENAMETOOLONG, ELOOP: .invalidArgument
            case EIO: .dataLoss
            default: .permissionDenied
            }
        return LineamentError(
            kind, "\(path) cannot be read: \(String(cString: strerror(code))).",
            underlyingError: POSIXErrorCode(rawValue: code).map { POSIXError($0) })
    }
}

/// Waits for the bytes of a pipe or device.
private struct Patience {
    let name: String
    /// The interval at which the deadline is checked, in milliseconds.
    private static let slice: Int32 = 100
    /// The time, in nanoseconds, that a source that keeps sending has to come to its end after the cancellation.
    private static let grace: UInt64 = 1_000_000_000
    /// When the cancellation was seen.
    private var cancelledAt: UInt64?

    init(name: String) { self.name = name }

    /// Waits until there are bytes, or an end or error, to read.
    /// - Throws: `LineamentError` with code `deadlineExceeded`, or `cancelled` if nothing more arrives after the
    ///   cancellation.
    mutating func wait(for descriptor: Int32, _ isCancelled: () -> Bool) throws {
        while true {
            try Deadline.check()
            var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&source, 1, Self.slice)
            let isReady = count > 0 || count < 0 && errno != EINTR
            if isCancelled() {
                let now = DispatchTime.now().uptimeNanoseconds
                let start = cancelledAt ?? now
                cancelledAt = start
                guard isReady, now - start < Self.grace else {
                    throw LineamentError(.cancelled, "Interrupted while reading \(name).")
                }
            }
            if isReady { return }
        }
    }
}

extension FileHandle {
    /// The size of a regular file; `nil` for devices and pipes.
    fileprivate var regularFileSize: Int? {
        guard let status = FileStatus(descriptor: fileDescriptor), status.kind == .regularFile else { return nil }
        return status.size
    }
}

/// Bytes that grow while they are read. `Data` would end the program if the system had no memory left for a large file.
private struct GrowingMemory: ~Copyable {
    private(set) var count = 0
    private let name: String
    private let limit: Int
    private var capacity: Int
    private var bytes: UnsafeMutableRawPointer?
    /// The number of bytes to read at once, so that the deadline is looked at in between.
    private static let portion = 1 << 24

    init(for name: String, capacity: Int, limit: Int) throws {
        self.name = name
        self.capacity = capacity
        self.limit = limit
        bytes = malloc(capacity)
        if bytes == nil { throw outOfMemory(capacity) }
    }

    deinit { free(bytes) }

    /// Reads some of what is available, and returns false at the end.
    mutating func read(from descriptor: Int32) throws -> Bool {
        if count == capacity { try grow() }
        while true {
            let length = Foundation.read(
                descriptor, bytes.map { $0 + count }, min(capacity - count, Self.portion))
            guard length < 0 else {
                count += length
                return length > 0
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Nothing is left after all; another process may share the pipe.
                usleep(1000)
                return true
            default: throw FileBytes.failure(name, errno)
            }
        }
    }

    /// Returns the bytes and leaves none.
    mutating func takeData() -> Data {
        guard let bytes, count > 0 else { return Data() }
        self.bytes = nil
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    private mutating func grow() throws {
        // One byte above the limit shows that there are too many.
        let size = max(capacity + 1, min(2 * capacity, limit < .max ? limit + 1 : limit))
        guard let larger = realloc(bytes, size) else { throw outOfMemory(size) }
        bytes = larger
        capacity = size
    }

    private func outOfMemory(_ size: Int) -> LineamentError {
        LineamentError(
            .resourceExhausted, "There is not enough memory to read \(name), \(size / 1_000_000) MB or more.")
    }
}

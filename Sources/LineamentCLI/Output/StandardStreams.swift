// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import Locking

/// The stream for messages; standard output carries only results.
enum StandardError {
    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// The kinds of messages, which stand before their text.
    enum Kind: String {
        case error, warning, note

        /// The escape sequence of the kind's color: red, yellow, cyan.
        fileprivate var color: String {
            switch self {
            case .error: "\u{1b}[1;31m"
            case .warning: "\u{1b}[1;33m"
            case .note: "\u{1b}[1;36m"
            }
        }
    }

    /// Whether messages are colored: on a terminal, unless the user objects; see no-color.org.
    private static let hasColors =
        isTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    static func write(_ kind: Kind, _ message: String) {
        let head = hasColors ? "\(kind.color)\(kind.rawValue):\u{1b}[0m" : "\(kind.rawValue):"
        write("\(head) \(message)")
    }

    /// Whether a progress line stands on the terminal.
    private static let hasProgress = Locked(false)

    /// Writes a line, in the place of the progress line if there is one.
    static func write(_ line: String) {
        hasProgress.withLock { hasProgress in
            writeRaw((hasProgress ? clearing : "") + line + "\n")
            hasProgress = false
        }
    }

    /// Replaces the progress line; an empty text removes it.
    static func showProgress(_ text: String) {
        hasProgress.withLock { hasProgress in
            writeRaw(clearing + text)
            hasProgress = !text.isEmpty
        }
    }

    /// The escape sequence that clears the line of the cursor.
    private static let clearing = "\r\u{1b}[K"

    private static func writeRaw(_ text: String) {
        try? FileOutput.put(Data(text.utf8), into: STDERR_FILENO)
    }
}

/// The stream for lists, timings and help. Results go through ``ResultFile``.
enum StandardOutput {
    /// Writes a line at once: unlike that of `print`, no failed write is lost in a buffer.
    /// - Throws: ``ClosedOutput`` if its reader has gone, ``LineamentError`` if it cannot be written.
    static func write(_ line: String) throws { try ResultFile(path: nil).write(line + "\n") }
}

/// Writes to files, pipes and terminals, also to those that another process has set to not block.
enum FileOutput {
    /// Writes all of `data`.
    /// - Throws: ``ClosedOutput`` if the pipe's reader has gone, otherwise `POSIXError`.
    static func put(_ data: Data, into descriptor: Int32) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else {
                    try recover(from: errno, descriptor)
                }
            }
        }
    }

    /// Waits until a failed write can be repeated.
    private static func recover(from code: Int32, _ descriptor: Int32) throws {
        switch code {
        case EINTR: break
        case EAGAIN:
            var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&target, 1, -1)
        case EPIPE: throw ClosedOutput()
        default: throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
    }

    /// Returns the message of an error of the file system, without "The operation could not be completed".
    static func reason(_ error: any Error) -> String {
        (error as NSError).underlyingPOSIXCode.map { String(cString: strerror($0)) + "." } ?? error.localizedDescription
    }
}

extension NSError {
    /// The POSIX error code at the root of this error.
    fileprivate var underlyingPOSIXCode: Int32? {
        if domain == NSPOSIXErrorDomain { return Int32(code) }
        return (userInfo[NSUnderlyingErrorKey] as? NSError)?.underlyingPOSIXCode
    }
}

/// The error for a closed pipe: no one reads the results anymore.
struct ClosedOutput: Error {}

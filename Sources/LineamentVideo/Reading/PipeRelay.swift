// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A copy of a named pipe that ends when reading is canceled.
///
/// FFmpeg waits in the kernel for the writer of a pipe and for its bytes, where it cannot be interrupted. It reads from an
/// unnamed pipe instead, which a thread fills.
struct PipeRelay {
    /// The address under which FFmpeg opens the copy.
    var url: String { "file:/dev/fd/\(end)" }
    private let end: Int32
    /// The interval at which the cancellation is checked, in milliseconds.
    private static let slice: Int32 = 100

    /// Starts copying; returns `nil` if there is no pipe at the path.
    init?(of path: String, until cancellation: ReadCancellation) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // Opening it must not wait for its writer.
        let source = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard source >= 0 else {
            throw LineamentError(
                .permissionDenied, "\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let code = errno
            close(source)
            throw LineamentError(
                .resourceExhausted, "\(path) cannot be read: \(String(cString: strerror(code))).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        end = ends[0]
        let sink = ends[1]
        _ = fcntl(sink, F_SETFL, O_NONBLOCK)
        Thread.detachNewThread {
            // When FFmpeg closes its end, writing fails and must not end the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Self.copy(source, to: sink, until: cancellation)
            close(sink)
            close(source)
        }
    }

    /// Leaves the copy to FFmpeg, which has opened it or failed to.
    func handOver() { close(end) }

    private static func copy(_ source: Int32, to sink: Int32, until cancellation: ReadCancellation) {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { bytes in
            while !cancellation.isCancelled {
                // Errors are reported without being asked for: that FFmpeg no longer reads.
                var ends = [
                    pollfd(fd: source, events: Int16(POLLIN), revents: 0), pollfd(fd: sink, events: 0, revents: 0),
                ]
                guard poll(&ends, 2, slice) > 0 else { continue }
                if ends[1].revents != 0 { return }
                let count = read(source, bytes.baseAddress, bytes.count)
                if count < 0, errno == EAGAIN || errno == EINTR { continue }
                guard count > 0, write(bytes[..<count], to: sink, until: cancellation) else { return }
            }
        }
    }

    /// Writes all bytes, and returns false if no one reads them.
    private static func write(
        _ bytes: Slice<UnsafeMutableRawBufferPointer>, to sink: Int32, until cancellation: ReadCancellation
    ) -> Bool {
        var rest = UnsafeRawBufferPointer(rebasing: bytes)
        while !rest.isEmpty {
            guard !cancellation.isCancelled else { return false }
            let count = Foundation.write(sink, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var end = pollfd(fd: sink, events: Int16(POLLOUT), revents: 0)
                _ = poll(&end, 1, slice)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

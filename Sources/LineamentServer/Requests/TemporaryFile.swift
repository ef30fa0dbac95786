// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Lineament
    internal import NIOCore

    /// A file without a name, which is gone when the value is released or the process ends.
    final class TemporaryFile: Sendable {
        private let descriptor: Int32
        private static let executor = BlockingExecutor(threadLimit: 2)

        /// Creates an empty file.
        init() throws {
            let path = "\(NSTemporaryDirectory())/lineament-\(UUID().uuidString)"
            descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw LineamentError(.internal, "No temporary file can be made: \(String(cString: strerror(errno))).")
            }
            unlink(path)
        }

        deinit { close(descriptor) }

        /// A path by which this process can open the file.
        var path: String { "/dev/fd/\(descriptor)" }

        func append(_ part: ByteBuffer) async throws {
            try await Self.executor.run { [descriptor] in
                try part.withUnsafeReadableBytes { try Self.write($0, to: descriptor) }
            }
        }

        func append(_ data: Data) async throws {
            try await Self.executor.run { [descriptor] in
                try data.withUnsafeBytes { try Self.write($0, to: descriptor) }
            }
        }

        private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    // Without Retry-After: a full disk does not empty itself.
                    throw Problem(
                        status: .serviceUnavailable,
                        detail: "The upload cannot be stored: \(String(cString: strerror(errno))).",
                        rejection: .memory)
                }
                written += count
            }
        }
    }
#endif

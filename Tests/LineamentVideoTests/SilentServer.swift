// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A server that accepts connections and never says a word, or falls silent after the beginning of a file.
final class SilentServer: Sendable {
    private let descriptor: Int32
    private let port: UInt16

    /// - Parameters:
    ///   - beginning: The start of the body sent in answer to the first HTTP request, after which the server falls silent.
    ///   - status: The status code and reason phrase of that answer.
    init(after beginning: Data? = nil, status: String = "200 OK") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isListening)
        guard let beginning else { return }
        // Without a length there is nothing to seek in.
        let answer = [UInt8]("HTTP/1.0 \(status)\r\n\r\n".utf8) + beginning
        Thread.detachNewThread {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { return }
            defer { close(connection) }
            var request = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &request, request.count, 0)
            var sent = 0
            while sent < answer.count {
                let count = answer[sent...].withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
            // Until the other side hangs up.
            _ = recv(connection, &request, request.count, 0)
        }
    }

    deinit {
        // Closing alone would not end a wait for connections.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    func url(_ scheme: String) -> String { "\(scheme)://127.0.0.1:\(port)/video.mp4" }
}

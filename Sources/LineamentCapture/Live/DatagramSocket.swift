// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A UDP socket that sends to one place and never waits: what cannot be sent at once, or is not received, is lost.
final class DatagramSocket: Sendable {
    private let descriptor: Int32

    /// - Throws: `LineamentError` with code `notFound` if there is no such host.
    init(host: String, port: Int) throws {
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_DGRAM
        #else
            hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, "\(port)", &hints, &found)
        defer { if let found { freeaddrinfo(found) } }
        guard status == 0 else {
            throw LineamentError(.notFound, "The host \(host) is not known: \(String(cString: gai_strerror(status))).")
        }
        let addresses = Array(
            sequence(first: found) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { $0?.pointee })
        // Most receivers listen on IPv4 alone.
        let ordered = addresses.filter { $0.ai_family == AF_INET } + addresses.filter { $0.ai_family != AF_INET }
        guard let descriptor = ordered.lazy.compactMap(Self.connected).first else {
            throw LineamentError(.unavailable, "Nothing can be sent to \(host): \(String(cString: strerror(errno))).")
        }
        self.descriptor = descriptor
    }

    /// Returns a socket that is connected, so that it keeps its route and receives nothing from others; `nil`, with the reason in
    /// `errno`, if there is none.
    private static func connected(to address: addrinfo) -> Int32? {
        let descriptor = socket(address.ai_family, address.ai_socktype, 0)
        guard descriptor >= 0 else { return nil }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            let reason = errno
            close(descriptor)
            errno = reason
            return nil
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    deinit { close(descriptor) }

    /// The outcome of sending a datagram.
    enum Outcome {
        /// The system took it; that does not tell whether a program listens.
        case sent
        /// The receiver's machine has said of an earlier one that nothing listens at the port.
        case refused
        /// The system could not take it at once.
        case dropped
    }

    /// Sends a datagram.
    @discardableResult
    func transmit(_ data: Data) -> Outcome {
        data.withUnsafeBytes { bytes in
            if send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT)) == bytes.count { return .sent }
            return errno == ECONNREFUSED ? .refused : .dropped
        }
    }
}

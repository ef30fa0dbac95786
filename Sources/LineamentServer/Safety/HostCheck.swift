// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Decides which names of the server a request may use, so that a web page cannot reach it under a name of its own (DNS
/// rebinding).
package struct HostCheck: Sendable {
    private let allowed: Set<String>

    /// Allows address literals, `localhost` and the given names.
    package init(allowed: [String]) { self.allowed = Set(allowed.map { $0.lowercased() } + ["localhost"]) }

    /// Returns whether the header `Host` names this server.
    package func allows(host: String?) -> Bool {
        guard let host, let name = Self.name(in: host) else { return false }
        return allowed.contains(name) || Self.isAddress(name)
    }

    /// Returns the host and port in the target of a request that is a whole address, `http://localhost:8080/v1`; `nil` for
    /// a path.
    package static func authority(of target: String) -> String? {
        let bytes = target.utf8
        let scheme = bytes.prefix { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "0123456789+-.".utf8.contains(byte)
        }
        guard !scheme.isEmpty, bytes.dropFirst(scheme.count).starts(with: "://".utf8) else { return nil }
        let rest = bytes.dropFirst(scheme.count + 3)
        return String(decoding: rest.prefix { !"/?#".utf8.contains($0) }, as: UTF8.self)
    }

    /// Returns whether a request from a page of `origin` may use the server: only its own pages may.
    package func allows(origin: String?, host: String?) -> Bool {
        guard let origin else { return true }
        guard let host else { return false }
        return origin.lowercased() == "http://\(host.lowercased())"
            || origin.lowercased() == "https://\(host.lowercased())"
    }

    /// Returns whether only this machine can reach an address.
    package static func isLoopback(_ address: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, address, &four) == 1 { return address.hasPrefix("127.") }
        if inet_pton(AF_INET6, address, &six) == 1 {
            return withUnsafeBytes(of: &six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        }
        return address.lowercased() == "localhost"
    }

    /// Returns whether a text is an IPv4 or IPv6 address.
    package static func isAddress(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }

    /// The longest header: a name of 253 bytes, and a port.
    private static let maxLength = 259

    /// Returns the name in a header such as `localhost:8080` or `[::1]:8080`.
    private static func name(in host: String) -> String? {
        guard host.utf8.count <= maxLength,
            let match = host.wholeMatch(of: /(?:\[([0-9a-fA-F:.]+)\]|([^:\[\]\/@]+))(?::[0-9]{1,5})?/)
        else { return nil }
        return (match.1 ?? match.2).map { $0.lowercased() }
    }
}

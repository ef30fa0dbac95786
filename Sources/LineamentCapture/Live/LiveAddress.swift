// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A program that receives movements as they happen: a protocol, a host and a port.
public struct LiveAddress: Sendable, Hashable {
    /// The protocol that the receiver understands.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Virtual Motion Capture protocol: bones and expressions, for VSeeFace, VNyan, Warudo and others.
        case vmc
        /// The datagrams of the app Live Link Face, for Unreal.
        case liveLink = "livelink"
        /// The datagrams of the app iFacialMocap.
        case iFacialMocap = "ifacialmocap"

        /// The port that receivers listen on unless they are told another.
        public var usualPort: Int {
            switch self {
            case .vmc: 39539
            case .liveLink: 11111
            case .iFacialMocap: 49983
            }
        }

        /// Whether the bones of the body are sent, and not only the face.
        public var needsBody: Bool { self == .vmc }
    }

    /// The protocol.
    public let kind: Kind
    /// The name or number of the host.
    public let host: String
    /// The UDP port.
    public let port: Int
    /// The name under which Unreal shows what Live Link sends.
    public let subject: String

    /// Creates an address from text such as `vmc://127.0.0.1:39539`, `livelink://studio-pc` or
    /// `livelink://10.0.0.5:11111/Anna`.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    public init(_ text: String) throws {
        guard let parts = URLComponents(string: text), let kind = Kind(rawValue: parts.scheme?.lowercased() ?? ""),
            let host = parts.host, !host.isEmpty, let port = Self.port(of: parts, text, usual: kind.usualPort),
            parts.user == nil, parts.query == nil, parts.fragment == nil,
            kind == .liveLink || ["", "/"].contains(parts.path), parts.path.utf8.count <= Self.longestName
        else {
            let kinds = Kind.allCases.map { "\($0.rawValue)://HOST:\($0.usualPort)" }.joined(separator: ", ")
            throw LineamentError(.invalidArgument, "\(text) is not an address to send to: \(kinds).")
        }
        self.kind = kind
        self.host = host.trimmingCharacters(in: ["[", "]"])
        self.port = port
        let name = parts.path.trimmingCharacters(in: ["/"])
        subject = name.isEmpty ? "Lineament" : name
    }

    /// The address as text, with its port.
    public var text: String {
        let host = host.contains(":") ? "[\(host)]" : host
        let name = subject.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? subject
        return "\(kind.rawValue)://\(host):\(port)" + (kind == .liveLink ? "/\(name)" : "")
    }

    /// The longest name of a subject, in bytes: a datagram has to hold it.
    private static let longestName = 256

    /// Returns the port; `nil` if it is none.
    private static func port(of parts: URLComponents, _ text: String, usual: Int) -> Int? {
        // To Foundation, a number that is too large is not a port; no other part of the text has a colon at its end.
        let rest = text[(text.range(of: "://")?.upperBound ?? text.startIndex)...].prefix { $0 != "/" }
        let digits = rest.drop { $0 != "]" }.isEmpty ? rest : rest.drop { $0 != "]" }
        guard let port = parts.port else { return digits.contains(":") ? nil : usual }
        return (1...65535).contains(port) ? port : nil
    }
}

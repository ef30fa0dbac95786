// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A secret that requests must carry.
struct Token: Sendable {
    /// The name of the cookie that browsers carry it in.
    static let cookieName = "lineament_token"

    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns whether a header `Authorization` carries the token.
    func matches(authorization: String?) -> Bool {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return false }
        return matches(authorization.dropFirst("bearer ".count).trimmingCharacters(in: .whitespaces))
    }

    /// Returns whether one of the headers `Cookie` carries the token.
    func matches(cookies: [String]) -> Bool {
        let prefix = "\(Self.cookieName)="
        return cookies.flatMap { $0.split(separator: ";") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .contains { $0.hasPrefix(prefix) && matches(Self.unescaped($0.dropFirst(prefix.count))) }
    }

    /// Returns whether a text is the token. The time does not depend on where they differ.
    func matches(_ text: String) -> Bool {
        let given = Array(text.utf8)
        var difference = given.count ^ bytes.count
        for index in bytes.indices { difference |= Int(bytes[index] ^ (index < given.count ? given[index] : 0)) }
        return difference == 0
    }

    /// The header `Set-Cookie` that makes a browser carry the token.
    ///
    /// Without a path, it is for that of the studio, which may be a folder of a proxy.
    ///
    /// A login link on another site redirects to the studio, where browsers would not send a cookie with `SameSite=Strict`. What
    /// other sites send otherwise has a foreign `Origin`, which ``HostCheck`` refuses.
    func cookie(isSecure: Bool) -> String {
        let value =
            String(decoding: bytes, as: UTF8.self)
            .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(Self.cookieName)=\(value); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    private static func unescaped(_ text: Substring) -> String { text.removingPercentEncoding ?? "" }
}

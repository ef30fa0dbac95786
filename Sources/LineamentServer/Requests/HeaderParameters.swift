// SPDX-License-Identifier: Apache-2.0

/// The parameters of a header field's value, such as `boundary` in `multipart/form-data; boundary="a b"` (RFC 9110,
/// section 5.6.6).
///
/// Reads the text once, whatever it is: it comes from strangers.
struct HeaderParameters {
    private var values: [String: String] = [:]

    /// Reads the parameters after the first semicolon; the first of several with one name counts.
    init(_ value: some StringProtocol) {
        var rest = Substring(value).utf8
        while let separator = rest.firstIndex(of: UInt8(ascii: ";")) {
            rest = rest[rest.index(after: separator)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest.removeFirst()
            guard let value = Self.value(from: &rest) else { return }
            values.merge([String(Substring(name)).lowercased(): value]) { first, _ in first }
        }
    }

    /// The value of a parameter, without its quotation marks; `nil` if there is none, or it is empty.
    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Takes a token or a quoted string. In the latter, `\"` stands for a quotation mark; other backslashes are kept,
    /// because some clients send paths of Windows.
    /// - Returns: `nil` if a quoted string has no end.
    private static func value(from rest: inout Substring.UTF8View) -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            rest = rest[token.endIndex...]
            return String(Substring(token))
        }
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\") where rest.first == UInt8(ascii: "\""): bytes.append(rest.removeFirst())
            case UInt8(ascii: "\\") where rest.first == UInt8(ascii: "\\"): bytes += [byte, rest.removeFirst()]
            default: bytes.append(byte)
            }
        }
        return nil
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Comma-separated values according to RFC 4180, but with line feeds as line endings.
package enum CSV {
    /// Returns the field of a number, which is empty where the value is not finite.
    package static func number(_ value: Float) -> String { value.isFinite ? "\(value)" : "" }

    package static func line(_ fields: [String]) -> String { fields.map(escaped).joined(separator: ",") + "\n" }

    /// Returns the line of a face or person, as long as the header: its last column, `error`, is empty.
    static func line(_ fields: [String], columns: [String]) -> String {
        line(fields + Array(repeating: "", count: max(0, columns.count + 1 - fields.count)))
    }

    private static func escaped(_ field: String) -> String {
        // Scalars, because a comma with a combining mark is another character than a comma.
        let scalars = field.unicodeScalars
        guard scalars.contains(where: { $0 == "," || $0 == "\"" || Character($0).isNewline }) else { return field }
        var escaped = "\"".unicodeScalars
        for scalar in scalars {
            if scalar == "\"" { escaped.append(scalar) }
            escaped.append(scalar)
        }
        escaped.append("\"")
        return String(escaped)
    }
}

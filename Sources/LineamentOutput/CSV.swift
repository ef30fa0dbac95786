/// Comma-separated values according to RFC 4180, but with line feeds as line endings.
package enum CSV {
    package static func line(_ fields: [String]) -> String { fields.map(escaped).joined(separator: ",") + "\n" }

    /// Returns the line of a face or person, as long as the header: its last column, `error`, is empty.
    static func line(_ fields: [String], columns: [String]) -> String {
        line(fields + Array(repeating: "", count: max(0, columns.count + 1 - fields.count)))
    }

    private static func escaped(_ field: String) -> String {
        guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

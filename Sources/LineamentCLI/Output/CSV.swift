/// Comma-separated values according to RFC 4180, but with line feeds as line endings.
enum CSV {
    static func line(_ fields: [String]) -> String { fields.map(escaped).joined(separator: ",") + "\n" }

    private static func escaped(_ field: String) -> String {
        guard field.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

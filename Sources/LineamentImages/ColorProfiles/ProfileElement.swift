// SPDX-License-Identifier: Apache-2.0

/// Reads elements of ICC profiles (ISO 15076-1, clause 10) and writes them anew from their values, so that the rest of
/// their bytes is left out: reserved fields, gaps, and the bytes after their end.
enum ProfileElement {
    /// The largest number of entries in a curve, as version 4 has it for tables.
    private static let maxEntries = 4096

    /// Returns an XYZ color.
    static func xyz(_ source: BigEndianBytes) -> [UInt8]? { numbers(source, "XYZ ", count: 3) }

    /// Returns a matrix that adapts white.
    static func adaptation(_ source: BigEndianBytes) -> [UInt8]? { numbers(source, "sf32", count: 9) }

    /// Returns the code points of a video's colors (ITU-T H.273).
    static func codePoints(_ source: BigEndianBytes) -> [UInt8]? {
        guard source.name(0) == "cicp", let values = source.slice(8, 4) else { return nil }
        return head("cicp") + values
    }

    /// Returns the curve of a channel, which must not change its direction: arbitrary numbers are not a curve.
    static func toneCurve(_ source: BigEndianBytes) -> [UInt8]? {
        guard let curve = curve(source) else { return nil }
        let values = BigEndianBytes(curve)
        guard values.name(0) == "curv", let count = values.long(8), count > 1 else { return curve }
        let entries = (0..<count).compactMap { values.short(12 + 2 * $0) }
        return zip(entries, entries.dropFirst()).allSatisfy { $0 <= $1 } ? curve : nil
    }

    /// Returns a curve in either of its forms: a table, or a formula.
    static func curve(_ source: BigEndianBytes) -> [UInt8]? {
        switch source.name(0) {
        case "curv":
            guard let count = source.long(8), count <= maxEntries, let entries = source.slice(12, 2 * count)
            else { return nil }
            return head("curv") + .long(count) + entries
        case "para":
            let counts = [1, 3, 4, 5, 7]
            guard let kind = source.short(8), counts.indices.contains(kind),
                let parameters = source.slice(12, 4 * counts[kind])
            else { return nil }
            return head("para") + .short(kind) + .short(0) + parameters
        default:
            return nil
        }
    }

    /// Returns the conversion of colors to those of the connection space in any of its forms.
    /// - Parameter channels: The number of channels of the colors.
    static func table(_ source: BigEndianBytes, channels: Int) -> [UInt8]? {
        switch source.name(0) {
        case "mft1": oldTable(source, channels: channels, entrySize: 1)
        case "mft2": oldTable(source, channels: channels, entrySize: 2)
        case "mAB ": ProfilePipeline(source, channels: channels)?.bytes
        default: nil
        }
    }

    /// Returns a table of numbers with 8 or 16 bits, whose parts follow each other.
    private static func oldTable(_ source: BigEndianBytes, channels: Int, entrySize: Int) -> [UInt8]? {
        guard source.byte(8) == channels, source.byte(9) == 3, let grid = source.byte(10), grid > 1,
            let matrix = source.slice(12, 36)
        else { return nil }
        let start = entrySize == 1 ? 48 : 52
        let sizes = entrySize == 1 ? [256, 256] : [source.short(48), source.short(50)].compactMap(\.self)
        guard sizes.count == 2, sizes.allSatisfy({ (2...maxEntries).contains($0) }) else { return nil }
        let nodes = (0..<channels).reduce(3) { count, _ in count * grid }
        guard let values = source.slice(start, (sizes[0] * channels + nodes + sizes[1] * 3) * entrySize) else {
            return nil
        }
        let counts = entrySize == 1 ? [] : sizes.flatMap { [UInt8].short($0) }
        let shape = [UInt8(channels), 3, UInt8(grid), 0]
        return [head(entrySize == 1 ? "mft1" : "mft2"), shape, matrix, counts, values].flatMap(\.self)
    }

    /// Returns an English text as profiles of a version have it.
    /// - Parameter isDescription: Whether it describes the profile, for which version 2 has a form of its own.
    static func text(_ text: String, version: Int, isDescription: Bool) -> [UInt8] {
        guard version < 4 else {
            let letters = text.utf16.flatMap { [UInt8].short(Int($0)) }
            return head("mluc") + .long(1) + .long(12) + Array("enUS".utf8) + .long(letters.count) + .long(28) + letters
        }
        let letters = Array(text.utf8) + [0]
        guard isDescription else { return head("text") + letters }
        // Without the text in Unicode, nor in the Macintosh's script.
        return head("desc") + .long(letters.count) + letters + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)
    }

    static func head(_ type: String) -> [UInt8] { Array(type.utf8) + .long(0) }

    private static func numbers(_ source: BigEndianBytes, _ type: String, count: Int) -> [UInt8]? {
        guard source.name(0) == type, let values = source.slice(8, 4 * count) else { return nil }
        return head(type) + values
    }
}

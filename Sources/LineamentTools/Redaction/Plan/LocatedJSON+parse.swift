// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension LocatedJSON {
    /// Parses a document.
    /// - Parameters:
    ///   - text: The document.
    ///   - line: The number of its first line.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the line.
    init(parsing text: String, line: Int = 1) throws {
        var parser = JSONParser(text, line: line)
        self = try parser.document()
    }
}

/// A parser of JSON that counts lines.
private struct JSONParser {
    private let bytes: [UInt8]
    private var place = 0
    private var line: Int
    private var depth = 0

    private static let maxDepth = 32

    init(_ text: String, line: Int) {
        bytes = Array(text.utf8)
        self.line = line
        // Some editors begin a file with the mark of UTF-8.
        if bytes.starts(with: Array("\u{FEFF}".utf8)) { place = Array("\u{FEFF}".utf8).count }
    }

    private func error(_ problem: String) -> LineamentError {
        LineamentError(.invalidArgument, "Line \(line): \(problem)")
    }

    private func missingValue(_ key: String) -> LineamentError {
        error("\(key.isEmpty ? "The document" : key) needs a value here, not \(shown).")
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            if byte == 0x0A { line += 1 }
            place += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private var shown: String {
        guard let next else { return "the end" }
        return next < 0x80 && next >= 0x20 ? "\"\(Character(Unicode.Scalar(next)))\"" : "something else"
    }

    mutating func document() throws -> LocatedJSON {
        let value = try value("")
        skipSpace()
        guard place == bytes.count else { throw error("The end is expected here, not \(shown).") }
        return value
    }

    private mutating func value(_ key: String) throws -> LocatedJSON {
        skipSpace()
        let start = line
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else { throw error("There are too many brackets in each other.") }
        func located(_ value: LocatedJSON.Value) -> LocatedJSON { LocatedJSON(value: value, line: start, key: key) }
        switch next {
        case UInt8(ascii: "{"): return located(.object(try members(key)))
        case UInt8(ascii: "["): return located(.list(try items(key)))
        case UInt8(ascii: "\""): return located(.text(try text()))
        case UInt8(ascii: "t"): return located(try word("true", .flag(true), key))
        case UInt8(ascii: "f"): return located(try word("false", .flag(false), key))
        case UInt8(ascii: "n"): return located(try word("null", .null, key))
        default: return located(.number(try number(key)))
        }
    }

    private mutating func members(_ key: String) throws -> [String: LocatedJSON] {
        place += 1
        var members: [String: LocatedJSON] = [:]
        if take("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else {
                throw error("A key in quotation marks is expected here, not \(shown).")
            }
            let name = try text()
            guard take(":") else { throw error("A colon is expected after \"\(name)\", not \(shown).") }
            let path = key.isEmpty ? name : "\(key).\(name)"
            guard members[name] == nil else { throw error("\(path) is there twice.") }
            members[name] = try value(path)
        } while take(",")
        guard take("}") else { throw error("A comma or } is expected here, not \(shown).") }
        return members
    }

    private mutating func items(_ key: String) throws -> [LocatedJSON] {
        place += 1
        var items: [LocatedJSON] = []
        if take("]") { return items }
        repeat { items.append(try value("\(key)[\(items.count)]")) } while take(",")
        guard take("]") else { throw error("A comma or ] is expected here, not \(shown).") }
        return items
    }

    private mutating func word(
        _ word: String, _ value: LocatedJSON.Value, _ key: String
    ) throws -> LocatedJSON.Value {
        guard bytes[place...].starts(with: word.utf8) else { throw missingValue(key) }
        place += word.utf8.count
        return value
    }

    private mutating func number(_ key: String) throws -> Double {
        let start = place
        while let byte = next, byte.isPartOfNumber { place += 1 }
        let token = String(decoding: bytes[start..<place], as: UTF8.self)
        guard !token.isEmpty else { throw missingValue(key) }
        guard bytes[start..<place].hasFormOfNumber, let number = Double(token), number.isFinite else {
            throw error("\(key) is no number: \(token).")
        }
        return number
    }

    private mutating func text() throws -> String {
        place += 1
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += String(try escaped()).utf8
            case 0..<0x20: throw error("A text ends with the line. A quotation mark is missing.")
            default: text.append(byte)
            }
        }
        throw error("The text at the end lacks a quotation mark.")
    }

    private mutating func escaped() throws -> Character {
        let byte = next
        place += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try scalar())
        default: throw error("A backslash stands before a character that needs none.")
        }
    }

    private mutating func scalar() throws -> Unicode.Scalar {
        let high = try unit()
        guard (0xD800..<0xDC00).contains(high), bytes[place...].starts(with: [0x5C, 0x75]) else {
            return Unicode.Scalar(high) ?? "\u{FFFD}"
        }
        place += 2
        let low = try unit()
        guard (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func unit() throws -> UInt32 {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw error("\\u is not followed by four hexadecimal digits.")
        }
        place += 4
        return unit
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes are a number in JSON's form. A plan has many thousands, for which a regular expression takes seconds.
    fileprivate var hasFormOfNumber: Bool {
        var rest = self
        func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func takeDigits() -> Bool {
            guard take("0123456789") else { return false }
            while take("0123456789") {}
            return true
        }
        _ = take("-")
        guard take("0") || takeDigits() else { return false }
        if take("."), !takeDigits() { return false }
        if take("eE") {
            _ = take("+-")
            guard takeDigits() else { return false }
        }
        return rest.isEmpty
    }
}

extension UInt8 {
    fileprivate var isPartOfNumber: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A JSON writer that produces text, with members in the order in which they are written.
///
/// Foundation's encoder takes longer to encode the 1434 numbers of a face than the model takes to compute them, and
/// does not keep the order of keys.
package struct JSONText: JSONWriting {
    /// The text written so far.
    package private(set) var text = ""
    /// The members of the outermost object that are written from now on; `nil`, the default, for all.
    package var members: Set<String>?
    private var needsComma = false
    private var depth = 0

    /// Creates an empty text.
    package init() { text.reserveCapacity(1 << 16) }

    /// Returns the text of an object whose members `body` writes.
    package static func object(_ body: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object(body)
        return json.text
    }

    /// Returns whether a member of this name is written here.
    package func includes(_ name: String) -> Bool { depth > 1 || members?.contains(name) ?? true }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) { enclosed("{", "}", body) }

    /// Writes an array with one element for each call of `body`.
    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
    ) {
        enclosed("[", "]") { json in
            for element in elements { body(&json, element) }
        }
    }

    /// Writes the name of the member that the next value belongs to.
    package mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ":"
        needsComma = false
    }

    /// Writes a number in its shortest exact form; null if it is not finite.
    package mutating func value(_ number: Float) { raw(number.isFinite ? number.description : "null") }
    /// Writes an integer.
    package mutating func value(_ number: Int) { raw(number.description) }

    /// Writes a string.
    package mutating func value(_ string: String) {
        separate()
        quote(string)
        needsComma = true
    }

    private mutating func raw(_ token: String) {
        separate()
        text += token
        needsComma = true
    }

    private mutating func enclosed(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
        separate()
        text += open
        needsComma = false
        depth += 1
        body(&self)
        depth -= 1
        text += close
        needsComma = true
    }

    /// Writes a comma if a value precedes.
    private mutating func separate() {
        if needsComma { text += "," }
    }

    /// Writes a string in quotation marks, with characters escaped as JSON requires.
    private mutating func quote(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

/// A destination for JSON: text, or a tree for `Codable`.
///
/// Each type of result describes its JSON once, in terms of this protocol; the command line and `Codable` share that
/// description.
package protocol JSONWriting {
    /// Returns whether a member of this name is written here; the functions named `member` drop the others.
    func includes(_ name: String) -> Bool
    /// Writes an object whose members `body` writes.
    mutating func object(_ body: (inout Self) -> Void)
    /// Writes an array with one element for each call of `body`.
    mutating func array<Elements: Sequence>(_ elements: Elements, _ body: (inout Self, Elements.Element) -> Void)
    /// Writes the name of the member that the next value belongs to.
    mutating func key(_ name: String)
    /// Writes a number in its shortest exact form; null if it is not finite.
    mutating func value(_ number: Float)
    /// Writes an integer.
    mutating func value(_ number: Int)
    /// Writes a string.
    mutating func value(_ string: String)
}

extension JSONWriting {
    /// Returns true: every member is written.
    package func includes(_ name: String) -> Bool { true }

    /// Writes a member that is a number.
    package mutating func member(_ name: String, _ number: Float) {
        guard includes(name) else { return }
        key(name)
        value(number)
    }

    /// Writes a member that is an integer.
    package mutating func member(_ name: String, _ number: Int) {
        guard includes(name) else { return }
        key(name)
        value(number)
    }

    /// Writes a member that is a string.
    package mutating func member(_ name: String, _ string: String) {
        guard includes(name) else { return }
        key(name)
        value(string)
    }

    /// Writes a member that is a number truncated to an integer; 0 for NaN.
    package mutating func member(_ name: String, whole number: Double) {
        member(name, number.isNaN ? 0 : Int(max(-0x1p53, min(0x1p53, number))))
    }

    /// Writes a member that is an array, with one element for each call of `body`.
    package mutating func member<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout Self, Elements.Element) -> Void
    ) {
        guard includes(name) else { return }
        key(name)
        array(elements, body)
    }
}

/// JSON as text, its members in the order in which they are written.
///
/// Foundation's encoder takes longer over the 1434 numbers of a face than the model that computes them, and keeps no
/// order of keys.
package struct JSONText: JSONWriting {
    /// What was written so far.
    package private(set) var text = ""
    private var needsComma = false

    package init() { text.reserveCapacity(1 << 16) }

    package mutating func object(_ body: (inout JSONText) -> Void) { enclosed("{", "}", body) }

    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONText, Elements.Element) -> Void
    ) {
        enclosed("[", "]") { json in
            for element in elements { body(&json, element) }
        }
    }

    package mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ":"
        needsComma = false
    }

    package mutating func value(_ number: Float) { raw(number.isFinite ? number.description : "null") }
    package mutating func value(_ number: Int) { raw(number.description) }

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
        body(&self)
        text += close
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { text += "," }
    }

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

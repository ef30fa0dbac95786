/// Writes JSON in the order in which it is told, a float in its shortest exact form.
///
/// Foundation's encoder takes longer over the 1434 numbers of a face than the model that makes them, and keeps no
/// order of keys.
struct JSONWriter {
    private(set) var text = ""
    private var needsComma = false

    init() { text.reserveCapacity(1 << 16) }

    mutating func object(_ body: (inout JSONWriter) -> Void) { enclosed("{", "}", body) }

    mutating func array(_ body: (inout JSONWriter) -> Void) { enclosed("[", "]", body) }

    mutating func array<Element>(_ elements: [Element], _ body: (inout JSONWriter, Element) -> Void) {
        array { writer in
            for element in elements { body(&writer, element) }
        }
    }

    mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ":"
        needsComma = false
    }

    mutating func value(_ number: Float) { raw(number.isFinite ? number.description : "null") }
    mutating func value(_ number: Int) { raw(number.description) }

    mutating func value(_ string: String) {
        separate()
        quote(string)
        needsComma = true
    }

    mutating func member(_ name: String, _ number: Float) {
        key(name)
        value(number)
    }

    mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    mutating func member(_ name: String, _ string: String) {
        key(name)
        value(string)
    }

    private mutating func raw(_ token: String) {
        separate()
        text += token
        needsComma = true
    }

    private mutating func enclosed(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
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

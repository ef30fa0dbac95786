/// Something that JSON can be written to, member by member: text, or a tree for `Codable`.
///
/// Each result is described once, by calls of this protocol; the command line and `Codable` both use that description.
package protocol JSONWriting {
    /// Writes an object whose members `body` writes.
    mutating func object(_ body: (inout Self) -> Void)
    /// Writes an array with one element for each call of `body`.
    mutating func array<Elements: Sequence>(_ elements: Elements, _ body: (inout Self, Elements.Element) -> Void)
    /// Names the member that the next value belongs to.
    mutating func key(_ name: String)
    /// Writes a number in its shortest exact form; null unless it is finite.
    mutating func value(_ number: Float)
    /// Writes a whole number.
    mutating func value(_ number: Int)
    /// Writes a string.
    mutating func value(_ string: String)
}

extension JSONWriting {
    package mutating func member(_ name: String, _ number: Float) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: String, _ string: String) {
        key(name)
        value(string)
    }

    /// Writes a number as a whole one, truncated; 0 if it is not a number.
    package mutating func member(_ name: String, whole number: Double) {
        member(name, number.isNaN ? 0 : Int(max(-0x1p53, min(0x1p53, number))))
    }

    package mutating func member<Elements: Sequence>(
        _ name: String, _ elements: Elements, _ body: (inout Self, Elements.Element) -> Void
    ) {
        key(name)
        array(elements, body)
    }
}

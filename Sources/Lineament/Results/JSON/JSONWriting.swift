/// A destination for JSON: text, or a tree for `Codable`.
///
/// Each type of result describes its JSON once, in terms of this protocol; the command line and `Codable` share that
/// description.
package protocol JSONWriting {
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
    /// Writes a member that is a number.
    package mutating func member(_ name: String, _ number: Float) {
        key(name)
        value(number)
    }

    /// Writes a member that is an integer.
    package mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    /// Writes a member that is a string.
    package mutating func member(_ name: String, _ string: String) {
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
        key(name)
        array(elements, body)
    }
}

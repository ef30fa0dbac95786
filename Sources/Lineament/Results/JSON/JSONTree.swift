// SPDX-License-Identifier: Apache-2.0

/// A JSON writer that produces a tree, which any `Encoder` can encode.
struct JSONTree: JSONWriting {
    fileprivate indirect enum Node {
        case object([(key: String, value: Node)])
        case array([Node])
        case float(Float)
        case integer(Int)
        case string(String)
        case null
    }

    fileprivate var values: [Node] = []
    fileprivate var keys: [String] = []

    mutating func object(_ body: (inout JSONTree) -> Void) {
        var members = JSONTree()
        body(&members)
        values.append(.object(zip(members.keys, members.values).map { ($0, $1) }))
    }

    mutating func array<Elements: Sequence>(
        _ elements: Elements, _ body: (inout JSONTree, Elements.Element) -> Void
    ) {
        var items = JSONTree()
        for element in elements { body(&items, element) }
        values.append(.array(items.values))
    }

    mutating func key(_ name: String) { keys.append(name) }
    mutating func value(_ number: Float) { values.append(number.isFinite ? .float(number) : .null) }
    mutating func value(_ number: Int) { values.append(.integer(number)) }
    mutating func value(_ string: String) { values.append(.string(string)) }
}

extension JSONTree: Encodable {
    func encode(to encoder: any Encoder) throws { try values.first?.encode(to: encoder) }
}

extension JSONTree.Node: Encodable {
    fileprivate func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: JSONKey.self)
            for member in members { try container.encode(member.value, forKey: JSONKey(stringValue: member.key)) }
        case .array(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(item) }
        case .float(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .integer(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }
}

/// The name of a member.
private struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Encoder {
    /// Encodes what `write` writes.
    func encode(_ write: (inout JSONTree) -> Void) throws {
        var tree = JSONTree()
        write(&tree)
        try tree.encode(to: self)
    }
}

// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A JSON value, for documents such as schemas.
package enum JSONValue: Encodable, Sendable, Hashable {
    case text(String)
    case number(Double)
    case whole(Int)
    case flag(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .whole(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        }
    }

    /// Returns the JSON, in which members are sorted by their names.
    package func encoded(isPretty: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return try encoder.encode(self)
    }

    /// Returns this object with more members, which replace those of the same names.
    package func merging(_ more: JSONValue) -> JSONValue {
        guard case .object(let members) = self, case .object(let others) = more else { return self }
        return .object(members.merging(others) { $1 })
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .whole(value) }
    package init(booleanLiteral value: Bool) { self = .flag(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { $1 }) }
}

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A JSON value, for tests that look at all of a document.
public indirect enum JSON: Decodable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Reads a value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let items = try? container.decode([JSON].self) {
            self = .array(items)
        } else if let members = try? container.decode([String: JSON].self) {
            self = .object(members)
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else {
            guard container.decodeNil() else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not JSON")
            }
            self = .null
        }
    }

    /// Reads a text.
    public init(_ text: some StringProtocol) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    }

    /// The members of an object; empty for other values.
    public var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    /// The items of an array; empty for other values.
    public var items: [JSON] { if case .array(let items) = self { items } else { [] } }
    /// The text of a string.
    public var text: String? { if case .string(let text) = self { text } else { nil } }
    /// The value of a number; `nil` for other values.
    public var number: Double? { if case .number(let number) = self { number } else { nil } }

    /// The member of an object with a name; `nil` if there is none. Setting it to `nil` removes it.
    public subscript(name: String) -> JSON? {
        get { members[name] }
        set {
            var members = members
            members[name] = newValue
            self = .object(members)
        }
    }

    /// The item of an array at an index.
    public subscript(index: Int) -> JSON {
        get { items[index] }
        set {
            var items = items
            items[index] = newValue
            self = .array(items)
        }
    }
}

/// A validator for the part of JSON Schema 2020-12 that Lineament's schemas use.
public struct JSONSchema: Sendable {
    private let root: JSON

    /// The keywords that values are checked against, and those that say nothing about values.
    private static let known: Set = [
        "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum",
        "enum", "oneOf", "anyOf", "$ref", "$defs", "$schema", "title", "description",
    ]

    /// Creates a validator from the text of a schema.
    public init(_ text: some StringProtocol) throws { root = try JSON(text) }

    /// The keywords in the schema that this validator does not know, which would be ignored.
    public var unknownKeywords: Set<String> {
        schemas.reduce(into: []) { $0.formUnion(Set($1.members.keys).subtracting(Self.known)) }
    }

    /// The names of all properties, at all depths.
    public var propertyNames: Set<String> {
        schemas.reduce(into: []) { $0.formUnion(($1["properties"]?.members ?? [:]).keys) }
    }

    /// The schema and all schemas in it.
    private var schemas: [JSON] {
        func all(_ schema: JSON) -> [JSON] {
            let members = schema.members
            let named = ["properties", "$defs"].flatMap { (members[$0]?.members ?? [:]).values }
            let listed = ["oneOf", "anyOf"].flatMap { members[$0]?.items ?? [] }
            let single = ["items", "additionalProperties"].compactMap { members[$0] }
            return [schema] + (named + listed + single).flatMap(all)
        }
        return all(root)
    }

    /// Returns what is wrong with a value, with the path of each place; nothing if it is as the schema says.
    public func problems(with value: JSON) -> [String] { problems(value, root, "$") }

    private func problems(_ value: JSON, _ schema: JSON, _ path: String) -> [String] {
        var found: [String] = []
        if let name = schema["$ref"]?.text {
            let definition = name.split(separator: "/").last.flatMap { root["$defs"]?[String($0)] }
            guard let definition else { return ["\(path): there is no \(name)"] }
            found += problems(value, definition, path)
        }
        found += alternatives(value, schema, path)
        if let type = schema["type"] {
            let names = (type.text.map { [$0] } ?? type.items.compactMap(\.text))
            if !names.contains(where: { value.isA($0) }) { return found + ["\(path): not \(names)"] }
        }
        if let values = schema["enum"]?.items, !values.contains(value) { found.append("\(path): not in the list") }
        switch value {
        case .number(let number):
            if let least = schema["minimum"]?.number, number < least { found.append("\(path): below \(least)") }
            if let most = schema["maximum"]?.number, number > most { found.append("\(path): above \(most)") }
        case .array(let items):
            if let least = schema["minItems"]?.number, Double(items.count) < least {
                found.append("\(path): \(items.count) items, not \(least)")
            }
            if let most = schema["maxItems"]?.number, Double(items.count) > most {
                found.append("\(path): \(items.count) items, not \(most)")
            }
            if let each = schema["items"] {
                for (index, item) in items.enumerated() { found += problems(item, each, "\(path)[\(index)]") }
            }
        case .object(let members): found += self.members(members, schema, path)
        default: break
        }
        return found
    }

    private func members(_ members: [String: JSON], _ schema: JSON, _ path: String) -> [String] {
        var found: [String] = []
        for name in (schema["required"]?.items ?? []).compactMap(\.text) where members[name] == nil {
            found.append("\(path): no \(name)")
        }
        let known = schema["properties"]?.members ?? [:]
        for (name, value) in members {
            if let own = known[name] {
                found += problems(value, own, "\(path).\(name)")
            } else if schema["additionalProperties"] == .bool(false) {
                found.append("\(path).\(name): no such member")
            } else if let others = schema["additionalProperties"] {
                found += problems(value, others, "\(path).\(name)")
            }
        }
        return found
    }

    /// Returns what `oneOf` and `anyOf` find; of several alternatives, what is wrong with the nearest.
    private func alternatives(_ value: JSON, _ schema: JSON, _ path: String) -> [String] {
        var found: [String] = []
        for (keyword, most) in [("oneOf", 1), ("anyOf", Int.max)] {
            guard let choices = schema[keyword]?.items else { continue }
            let results = choices.map { problems(value, $0, path) }
            let valid = results.count(where: \.isEmpty)
            if valid > most { found.append("\(path): \(valid) alternatives apply") }
            if valid == 0 { found += results.min { $0.count < $1.count } ?? [] }
        }
        return found
    }
}

extension JSON {
    /// Returns whether the value has a type of JSON Schema.
    fileprivate func isA(_ type: String) -> Bool {
        switch (type, self) {
        case ("object", .object), ("array", .array), ("string", .string), ("number", .number), ("boolean", .bool),
            ("null", .null):
            true
        case ("integer", .number(let number)): number.rounded() == number
        default: false
        }
    }
}

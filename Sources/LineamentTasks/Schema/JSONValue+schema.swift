// SPDX-License-Identifier: Apache-2.0

/// The words of JSON Schema that the schemas of results are made of.
extension JSONValue {
    static let wholeNumber: JSONValue = ["type": "integer"]
    /// A number that is null where it is not finite, as the keypoints of absurd detections are.
    static let realNumber: JSONValue = ["type": ["number", "null"]]

    /// A reference to a definition of the same document.
    static func definition(_ name: String) -> JSONValue { ["$ref": .text("#/$defs/\(name)")] }

    static func whole(_ description: JSONValue, from minimum: Int? = nil) -> JSONValue {
        var schema = wholeNumber.described(description)
        if let minimum { schema = schema.merging(["minimum": .whole(minimum)]) }
        return schema
    }

    static func real(_ description: JSONValue, from minimum: Int, to maximum: Int) -> JSONValue {
        realNumber.described(description).merging(["minimum": .whole(minimum), "maximum": .whole(maximum)])
    }

    /// A number from 0 to 1.
    static func fraction(_ description: JSONValue) -> JSONValue { real(description, from: 0, to: 1) }

    static func array(_ description: JSONValue? = nil, of items: JSONValue, count: Int? = nil) -> JSONValue {
        var schema: JSONValue = ["type": "array", "items": items]
        if let description { schema = schema.described(description) }
        if let count { schema = schema.merging(["minItems": .whole(count), "maxItems": .whole(count)]) }
        return schema
    }

    /// An object of numbers.
    static func numbers(_ names: String...) -> JSONValue { numbers(names) }

    static func numbers(_ names: [String]) -> JSONValue {
        closed(Dictionary(names.map { ($0, realNumber) }) { $1 })
    }

    /// An object that has no other members.
    static func closed(_ members: [String: JSONValue], optional: [String] = []) -> JSONValue {
        [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "required": .list(members.keys.filter { !optional.contains($0) }.sorted().map(JSONValue.text)),
        ]
    }

    /// One of several texts.
    static func words(_ words: [String]) -> JSONValue { ["enum": .list(words.map(JSONValue.text))] }

    /// A document of the draft that all schemas are written in.
    static func document(title: String, _ description: String, _ schema: JSONValue) -> JSONValue {
        JSONValue.object([
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .text("lineament \(title)"),
            "description": .text(description),
        ]).merging(schema)
    }

    func described(_ description: JSONValue) -> JSONValue { merging(["description": description]) }

    /// The schema without its descriptions, ranges, counts and lists of values, at all depths.
    var withoutDetails: JSONValue {
        switch self {
        case .object(let members):
            .object(members.filter { !Self.details.contains($0.key) }.mapValues(\.withoutDetails))
        case .list(let items): .list(items.map(\.withoutDetails))
        default: self
        }
    }

    private static let details: Set = ["description", "minimum", "maximum", "minItems", "maxItems", "enum"]
}

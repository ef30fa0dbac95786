// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks

extension OptionDescription {
    /// The type, range and default in the words of JSON Schema.
    var schema: JSONValue {
        var schema: JSONValue =
            switch values {
            case .limit: ["anyOf": [type, ["const": "all"]]]
            case .list(let choices): ["type": "array", "minItems": 1, "items": Self.text(oneOf: choices)]
            case .number, .count, .flag, .choice, .color, .numbers, .numberOr, .areas: type
            }
        if let value = typedDefault { schema = schema.merging(["default": value]) }
        return schema
    }

    private var typedDefault: JSONValue? {
        switch frontDefault {
        // From its text, which has no more digits than were written.
        case .number(let number): .number(Double(defaultValue) ?? number)
        case .count(let count) where count != .max: .whole(count)
        case .flag(let flag): .flag(flag)
        case .count, .choice, .unset: defaultValue.isEmpty ? nil : .text(defaultValue)
        }
    }

    /// The option as `/v1` describes it.
    var description: JSONValue {
        let media = Medium.allCases.filter(media.contains).map { JSONValue.text($0.rawValue) }
        let common: JSONValue = [
            "name": .text(name), "accepts": .text(values.text), "default": .text(defaultValue),
            "description": .text(summary), "appliesTo": .list(media),
        ]
        let library: JSONValue = ownDefault.map { ["libraryDefault": .text($0)] } ?? [:]
        let attribute: JSONValue =
            python.map { ["python": ["name": .text($0.name), "default": .text($0.defaultLiteral)]] } ?? [:]
        let concerns: JSONValue = phase == .search ? [:] : ["phase": .text(phase.rawValue)]
        return common.merging(library).merging(attribute).merging(concerns).merging(type)
    }

    /// The type and range; for a list, those of its elements with the type `array`.
    private var type: JSONValue {
        switch values {
        case .number(let range):
            ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .limit: ["type": "integer", "minimum": 1]
        case .count(let range):
            ["type": "integer", "minimum": .whole(range.lowerBound), "maximum": .whole(range.upperBound)]
        case .flag: ["type": "boolean"]
        case .choice(let choices): Self.text(oneOf: choices)
        case .color(let words):
            [
                "type": "string", "pattern": .text("^(\(words.joined(separator: "|"))|#[0-9A-Fa-f]{6})$"),
                "examples": .list(words.map { .text($0) }),
            ]
        case .numbers(let words):
            [
                "type": "string", "pattern": .text("^(\(words.joined(separator: "|"))|[1-9][0-9]*(,[1-9][0-9]*)*)$"),
                "examples": .list(words.map { .text($0) }),
            ]
        case .numberOr(let words, let range):
            [
                "anyOf": [
                    Self.text(oneOf: words),
                    ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)],
                ]
            ]
        case .areas:
            [
                "type": "string",
                "pattern": .text("^\(OptionValues.areaPattern)(;\(OptionValues.areaPattern))*$"),
                "examples": ["20,30,120,80", "20,30,120,80@2-3.5"],
            ]
        case .list(let choices): Self.text(oneOf: choices).merging(["type": "array"])
        }
    }

    private static func text(oneOf choices: [String]) -> JSONValue {
        ["type": "string", "enum": .list(choices.map { .text($0) })]
    }
}

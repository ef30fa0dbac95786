// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension JSONValue {
    /// The schema of a value of a face or person.
    /// - Parameters:
    ///   - value: The value.
    ///   - others: The numbers that points have beside their coordinates.
    init(_ value: ValueDescription, with others: [ValueDescription]) {
        let schema = JSONValue(value.shape, with: others)
        self = value.isOptional ? schema.orEmpty : schema
    }

    /// The schema of a list that may also be empty.
    private var orEmpty: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.key != "minItems" })
    }

    private init(_ shape: ValueShape, with others: [ValueDescription]) {
        switch shape {
        case .number(let component), .numberPerPoint(_, let component): self = .number(component)
        case .numbers: self = .closed(Dictionary(Self.members(shape)) { $1 })
        case .scores(let names): self = .categories(names)
        case .box: self = .numbers(shape.fields)
        case .points(let count, let axes):
            let coordinates = axes.map { ($0, JSONValue.realNumber) }
            let members = coordinates + others.filter { $0.shape.count == count }.flatMap { Self.members($0.shape) }
            self = .array(of: .closed(Dictionary(members) { $1 }), count: count)
        case .matrix(let side): self = .array(of: .array(of: .realNumber, count: side), count: side)
        }
    }

    /// Returns the members of an object with the numbers of a value by name; none for points, boxes and matrices.
    static func members(_ shape: ValueShape) -> [(String, JSONValue)] {
        switch shape {
        case .numbers(let components): components.map { ($0.name, .number($0)) }
        case .number(let component), .numberPerPoint(_, let component): [(component.name, .number(component))]
        case .scores, .box, .points, .matrix: []
        }
    }

    private static func number(_ component: ValueComponent) -> JSONValue {
        .real(
            .text(component.summary), from: Int(component.range.lowerBound), to: Int(component.range.upperBound))
    }

    /// MediaPipe's categories, one for each name.
    private static func categories(_ names: [String]) -> JSONValue {
        .array(
            of: .closed(
                [
                    "index": .whole(.text("The index of the blendshape, 0 to \(names.count - 1)."), from: 0),
                    "score": .fraction("How far the face has that expression."),
                    "categoryName": [
                        "type": "string", "description": "The name of the blendshape.",
                        "enum": .list(names.map(JSONValue.text)),
                    ],
                ], optional: ["categoryName"]), count: names.count)
    }
}

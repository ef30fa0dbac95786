internal import Lineament
internal import LineamentMLKit

/// The parts of the Python package that follow from the tables.
enum PythonText {
    /// The fields of LineamentOptions that hold options.
    static var optionFields: String {
        OptionField.allCases.map { field in
            let type =
                switch field.users.first?.option.values {
                case .number: "c_float"
                case .flag: "c_bool"
                case .limit, .count, .choice, .list, nil: "c_int32"
                }
            return "        (\"\(field.rawValue)\", \(type)),"
        }.joined(separator: "\n")
    }

    /// The fields of LineamentResult that hold values of faces or people.
    static var valueFields: String {
        ResultArray.allCases.map { "        (\"\($0.rawValue)\", c_void_p)," }.joined(separator: "\n")
    }

    /// The module with the tasks.
    static var tasks: String {
        """
        \"\"\"The tasks with their options and results, as the library describes them. Printed by `make generate`.\"\"\"

        from __future__ import annotations

        from typing import Any, Dict, NamedTuple, Tuple


        class Option(NamedTuple):
            \"\"\"An option of a task.

            Attributes:
                name: The attribute of the task's options.
                field: The field of LineamentOptions.
                kind: "fraction", "limit", "count", "flag" or "choice".
                default: The library's default; None for a limit of all.
                front_default: The default of the command line and the service.
                choices: The values of a choice, in the order of their numbers in C.
                least: The least value of a count.
                most: The greatest value of a count.
                summary: What the option does.
            \"\"\"

            name: str
            field: str
            kind: str
            default: Any
            front_default: Any
            choices: Tuple[str, ...] = ()
            least: int = 0
            most: int = 0
            summary: str = ""


        class Value(NamedTuple):
            \"\"\"A value of each face or person.

            Attributes:
                name: Its name in tables.
                array: The field of LineamentResult.
                shape: The shape of the value of one face or person.
                components: The names along the last axis, which tables keep apart; none for plain numbers.
                points: The points that have these numbers beside their coordinates, by name; "" for a value of its own.
            \"\"\"

            name: str
            array: str
            shape: Tuple[int, ...]
            components: Tuple[str, ...] = ()
            points: str = ""


        class Task(NamedTuple):
            \"\"\"A task.

            Attributes:
                number: Its number in C.
                column: The name of its faces or people in a table of results.
                options: Its options.
                values: The values of each of its faces or people, in the order of tables.
            \"\"\"

            number: int
            column: str
            options: Tuple[Option, ...]
            values: Tuple[Value, ...]


        TASKS: Dict[str, Task] = {
        \(TaskKind.allCases.map(task).joined(separator: "\n"))
        }

        """
    }

    private static func task(_ task: TaskKind) -> String {
        """
            "\(task.rawValue)": Task(
                \(task.number),
                "\(task.column)",
                (
        \(task.options.compactMap(option).joined(separator: "\n"))
                ),
                (
        \(task.values.map(value).joined(separator: "\n"))
                ),
            ),
        """
    }

    private static func option(_ option: OptionDescription) -> String? {
        guard let field = option.field else { return nil }
        var parts = [
            text(name(of: option)), text(field.rawValue), text(kind(of: option.values)),
            value(option.libraryDefault), value(option.frontDefault),
        ]
        switch option.values {
        case .choice(let words), .list(let words): parts.append("choices=(\(words.map(text).joined(separator: ", ")))")
        case .count(let range): parts += ["least=\(range.lowerBound)", "most=\(range.upperBound)"]
        case .number, .limit, .flag: break
        }
        parts.append("summary=\(text(option.summary))")
        let lines = parts.map { "                \($0)," }.joined(separator: "\n")
        return "            Option(\n\(lines)\n            ),"
    }

    /// The name in Python: MediaPipe's in snake case. `range` would hide Python's own, and `model` is a file there.
    private static func name(of option: OptionDescription) -> String {
        switch option.name {
        case "range": "detection_range"
        case "model": "pose_model"
        default: option.name.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
        }
    }

    private static func kind(of values: OptionValues) -> String {
        switch values {
        case .number: "fraction"
        case .limit: "limit"
        case .count: "count"
        case .flag: "flag"
        case .choice, .list: "choice"
        }
    }

    private static func value(_ value: ValueDescription) -> String {
        var parts = [text(value.name), text(value.array.rawValue), tuple(value.shape.extents.map(String.init))]
        if !value.shape.fields.isEmpty { parts.append("components=\(tuple(value.shape.fields.map(text)))") }
        if let points = value.points { parts.append("points=\(text(points))") }
        return "            Value(\(parts.joined(separator: ", "))),"
    }

    private static func tuple(_ elements: [String]) -> String {
        "(\(elements.joined(separator: ", "))\(elements.count == 1 ? "," : ""))"
    }

    private static func value(_ value: OptionValue) -> String {
        switch value {
        case .number(let number): "\(Float(number))"
        case .count(let count): count == .max ? "None" : "\(count)"
        case .flag(let flag): flag ? "True" : "False"
        case .choice(let word): text(word)
        }
    }

    private static func text(_ text: String) -> String { "\"\(text)\"" }
}

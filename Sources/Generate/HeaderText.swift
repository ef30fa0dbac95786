// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The parts of lineament.h that follow from the tables.
enum HeaderText {
    /// The enumerations of tasks and of options that are choices.
    static var choices: String {
        let tasks = TaskKind.allCases.map { task in
            "  /* \(task.summary) */\n  kLineament\(task.typeName) = \(task.number)"
        }
        var text = ["typedef enum LineamentTaskKind {\n\(tasks.joined(separator: ",\n"))\n} LineamentTaskKind;"]
        var known: Set<String> = []
        for field in OptionField.allCases {
            guard let name = field.choiceName, case .choice(let words) = field.users.first?.option.values,
                known.insert(name).inserted
            else { continue }
            let cases = words.enumerated().map { "  \(constant(name, $1)) = \($0)" }
            text.append("typedef enum Lineament\(name) {\n\(cases.joined(separator: ",\n"))\n} Lineament\(name);")
        }
        return text.joined(separator: "\n")
    }

    /// The fields of LineamentOptions.
    static var options: String {
        OptionField.allCases.map { field in
            "\(wrapped(comment(of: field)))\n  \(field.type.c) \(field.rawValue);"
        }.joined(separator: "\n")
    }

    private static func constant(_ choice: String, _ word: String) -> String {
        let name = word == Smoothing.mediaPipe.word ? "MediaPipe" : word.prefix(1).uppercased() + word.dropFirst()
        return "kLineament\(choice)\(name)"
    }

    /// The tasks that have an option, its values and defaults: "face-detector: 0 to 1, default 0.5".
    private static func comment(of field: OptionField) -> String {
        let users = field.users.map { ($0.task.rawValue, about($0.option, field)) }
        let texts = users.map(\.1).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return texts.map { text in
            "\(users.filter { $0.1 == text }.map(\.0).joined(separator: ", ")): \(text)"
        }.joined(separator: "\n     ")
    }

    private static func about(_ option: OptionDescription, _ field: OptionField) -> String {
        let value = option.libraryDefault
        switch option.values {
        case .number: return "\(option.values.rangeText), default \(value.text). \(option.summary)"
        case .limit: return "at least 1, or 0 for no limit; default \(value.text). \(option.summary)"
        case .count(let range):
            return "\(range.lowerBound) to \(range.upperBound), default \(value.text).\n     \(option.summary)"
        case .flag: return "\(option.summary) Default: \(value.text)."
        case .choice, .list, .color, .numbers, .numberOr, .areas:
            let name = field.choiceName ?? ""
            return "Lineament\(name), default \(constant(name, value.text)).\n     \(option.summary)"
        }
    }

    /// The fields of LineamentResult that hold values of faces or people.
    static var values: String {
        ResultArray.allCases.map { array in
            let comment = array.users.map { task, value in
                let extents = (["count"] + value.shape.extents.map(String.init)).map { "[\($0)]" }.joined()
                let missing = value.isOptional ? " NaN where there is none." : ""
                return "\(task.rawValue): \(extents). \(value.summary)\(meaning(of: value.shape))\(missing)"
            }.joined(separator: "\n     ")
            return "\(wrapped(comment))\n  const float *\(array.rawValue);"
        }.joined(separator: "\n")
    }

    /// The order, range and sign of the numbers, in sentences that follow the summary.
    private static func meaning(of shape: ValueShape) -> String {
        switch shape {
        case .number(let component), .numberPerPoint(_, let component): " \(range(of: component))."
        case .scores: " 0 to 1."
        case .box: " Left, top, width, height."
        case .points, .matrix: ""
        case .numbers(let components):
            "\n     In this order, NaN if unknown:"
                + components.map { "\n     - \($0.name), \(range(of: $0)). \($0.summary)" }.joined()
        }
    }

    private static func range(of component: ValueComponent) -> String {
        "\(Int(component.range.lowerBound)) to \(Int(component.range.upperBound))"
    }

    /// Returns a comment whose lines have at most 120 characters.
    private static func wrapped(_ text: String) -> String {
        let lines = text.split(separator: "\n").flatMap { line -> [String] in
            line.split(separator: " ").reduce(into: [""]) { lines, word in
                let last = lines[lines.count - 1]
                // With the indentation before and the end of the comment behind.
                if last.count + word.count + " ".count <= 120 - 5 - 3 {
                    lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
                } else {
                    lines.append(String(word))
                }
            }
        }
        return "  /* \(lines.joined(separator: "\n     ")) */"
    }
}

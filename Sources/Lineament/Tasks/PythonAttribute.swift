// SPDX-License-Identifier: Apache-2.0

/// The attribute of Python's options that holds an option of a task.
package struct PythonAttribute: Sendable, Hashable {
    /// The option's own name for Python, or else its name in snake case.
    package let name: String
    /// The default, as Python writes it.
    package let defaultLiteral: String
}

extension OptionDescription {
    /// The attribute of Python's options; `nil` for an option without effect there.
    package var python: PythonAttribute? {
        guard field != nil else { return nil }
        let snakeCase = name.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
        return PythonAttribute(name: pythonName ?? snakeCase, defaultLiteral: libraryDefault.pythonLiteral)
    }
}

extension OptionValue {
    /// The value as Python writes it: `0.5`, `None` for no limit, `True`, `"distinct"`.
    package var pythonLiteral: String {
        switch self {
        case .number(let number): "\(Float(number))"
        case .count(let count): count == .max ? "None" : "\(count)"
        case .flag(let flag): flag ? "True" : "False"
        case .choice(let word): "\"\(word)\""
        case .unset: "None"
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// An option of a task, by the name that the API and the service give it.
package struct TaskParameter: Sendable, Hashable {
    package typealias Medium = OptionDescription.Medium

    package let name: String
    package let values: OptionValues
    /// The value used if the option is not given; empty if there is no such value.
    package let defaultValue: String
    /// The library's own default, MediaPipe's where there is one; `nil` for an option that affects only the response.
    package var libraryDefault: String?
    /// The attribute of Python's options that has this effect; `nil` for an option that has none.
    package var python: PythonAttribute?
    /// The effect of the option, in one sentence.
    package let summary: String
    /// The kinds of input that the option applies to.
    package var media = Set(Medium.allCases)

    /// Returns an option that takes the choices of both, for lists whose choices depend on the task.
    func united(with other: TaskParameter) -> TaskParameter {
        guard case .list(let choices) = values, case .list(let others) = other.values else { return self }
        return TaskParameter(
            name: name, values: .list(choices + others.filter { !choices.contains($0) }), defaultValue: defaultValue,
            summary: summary, media: media)
    }

    /// Returns whether the option takes a value.
    package func accepts(_ value: String) -> Bool {
        switch values {
        case .list(let choices):
            !value.isEmpty && value.split(separator: ",").allSatisfy { choices.contains(String($0)) }
        case .color(let words): words.contains(value) || value.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil
        case .number, .limit, .count, .flag, .choice, .numbers, .numberOr, .areas: values.value(of: value) != nil
        }
    }

    /// Returns a value that the option takes in the form that all its spellings share, so that `0.50` is `0.5`.
    func canonical(_ value: String) -> String {
        switch values {
        case .number: Double(value).map { "\($0)" } ?? value
        case .limit, .count: Int(value).map { "\($0)" } ?? value
        case .list: Set(value.split(separator: ",")).sorted().joined(separator: ",")
        case .color: value.lowercased()
        case .numbers, .numberOr, .areas: values.value(of: value)?.text ?? value
        case .flag, .choice: value
        }
    }
}

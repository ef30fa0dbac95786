// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// The options of requests, as texts.
extension OptionDescription {
    /// The value used if the option is not given; empty if there is no such value.
    package var defaultValue: String { frontDefault.text }

    /// The library's own default, MediaPipe's where there is one; `nil` for an option that is none of a task's.
    var ownDefault: String? { field == nil ? nil : libraryDefault.text }

    /// The option whose values, if it is a choice, begin with the default.
    var withDefaultFirst: OptionDescription {
        guard case .choice(let words) = values else { return self }
        return with(\.values, .choice([defaultValue] + words.filter { $0 != defaultValue }))
    }

    /// The option of a tool, of which live sessions have none.
    var ofTool: OptionDescription { withDefaultFirst.with(\.media, media.subtracting([.live])) }

    /// Returns an option that takes the choices of both, for lists whose choices depend on the task.
    func united(with other: OptionDescription) -> OptionDescription {
        guard case .list(let choices) = values, case .list(let others) = other.values else { return self }
        return with(\.values, .list(choices + others.filter { !choices.contains($0) }))
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

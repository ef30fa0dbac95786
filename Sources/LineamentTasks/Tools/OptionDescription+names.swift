// SPDX-License-Identifier: Apache-2.0
package import Lineament

extension OptionDescription {
    /// The name as C and Python write it.
    package var snakeCaseName: String { name.replacing(/[A-Z]/) { "_" + $0.output.lowercased() } }

    /// Returns the value that a text stands for, as it is written in commands.
    /// - Parameter name: The name of the option in the message.
    /// - Throws: `LineamentError` with code `invalidArgument` that says which values there are.
    package func value(of text: String, named name: String) throws -> OptionValue {
        if let value = values.value(of: text) { return value }
        throw LineamentError(
            .invalidArgument, "\(name) must be \(values.text), not \(text).\(hint(to: text, in: values.words))")
    }
}

extension OptionValues {
    /// The words among the values.
    fileprivate var words: [String] {
        switch self {
        case .choice(let words), .list(let words), .color(let words), .numbers(let words), .numberOr(let words, _):
            words
        case .number, .limit, .count, .flag, .areas: []
        }
    }
}

extension [OptionDescription] {
    /// Returns the option of a name in snake case.
    /// - Parameter owner: What the options are of, for the message.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the options.
    package func option(named name: String, of owner: String) throws -> OptionDescription {
        if let option = first(where: { $0.snakeCaseName == name }) { return option }
        let names = map(\.snakeCaseName)
        throw LineamentError(
            .invalidArgument,
            "\(owner) has no option \(name).\(hint(to: name, in: names)) Its options: "
                + "\(names.joined(separator: ", ")).")
    }
}

/// Returns a sentence with the word that was probably meant; empty if there is none.
private func hint(to word: String, in words: [String]) -> String {
    NearestWord.nearest(to: word, in: words).map { " Did you mean \($0)?" } ?? ""
}

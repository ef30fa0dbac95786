// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Lineament

/// One of several values, by its word. The list of values begins with the default.
struct Choice<Value: OptionChoice>: ExpressibleByArgument {
    let value: Value

    init(_ value: Value) { self.value = value }

    init?(argument: String) {
        guard let value = Value(word: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.word }

    static var allValueStrings: [String] {
        let usual = Value.frontDefault.word
        return [usual] + Value.words.filter { $0 != usual }
    }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

internal import ArgumentParser
internal import Lineament
internal import LineamentMLKit

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

extension DetectionRange {
    /// Advice for an image that takes too long.
    var speedHint: String? { self == .auto ? "search for faces less thoroughly with --range short" : nil }
}

extension HandRange {
    /// Advice for an image that takes too long.
    var speedHint: String? { self == .auto ? "look for hands close to the camera only with --range short" : nil }
}

extension PersonSeparation {
    /// Advice for an image that takes too long.
    var speedHint: String? { self == .distinct ? "skip the second search for people with --separation mediapipe" : nil }
}

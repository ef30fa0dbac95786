// SPDX-License-Identifier: Apache-2.0

/// The description of an option, for every interface: the command line, the service, C and Python.
package struct OptionDescription: Sendable {
    /// A kind of input of a task.
    package enum Medium: String, CaseIterable, Sendable {
        case image, video, live
    }

    /// A section in lists of options; the command line and the service list `fields` between the two.
    package enum Section: Sendable {
        case task
        /// How far the search for faces goes.
        case search
    }

    /// What an option concerns: of a redaction, a plan has what was searched, and is rendered with the options that follow.
    package enum Phase: String, Sendable {
        /// What is found.
        case search
        /// What is found in the finished copy.
        case verification
        /// How the copy looks.
        case rendering
        /// The file of the copy.
        case file
    }

    /// An interface that lacks an option or offers it in a form of its own.
    package enum FrontDoor: Sendable {
        case commandLine, service
    }

    /// The name in the command line and the service; the property of the options class usually has it, too.
    package let name: String
    /// The effect of the option, in one sentence that ends with a period.
    package let summary: String
    package var values: OptionValues
    /// The field of `LineamentOptions` in C; `nil` for one that belongs to no task, or has no effect in C and Python.
    package let field: OptionField?
    /// The kinds of input that the option applies to.
    package var media = Set(Medium.allCases)
    package var section = Section.task
    package var phase = Phase.search
    /// The default of the library.
    package var libraryDefault = OptionValue.flag(false)
    /// The default of the command line and the service.
    package var frontDefault = OptionValue.flag(false)
    /// The sentence of the command line's help, if it is not the summary with the values.
    package var help: String?
    /// The Swift type of a choice.
    package var choiceType: String?
    /// The word that stands for a value in the command line's help; `nil` for its list of values.
    package var placeholder: String?
    /// The completion of a value on the command line, as Swift for swift-argument-parser; `nil` for its list of values.
    package var completion: String?
    /// The name in Python, if it is not that in snake case: `range` would hide Python's own, and `model` is a file there.
    package var pythonName: String?
    /// The interfaces that offer the option in a form of their own.
    package var exceptions: Set<FrontDoor> = []

    package init(_ name: String, _ summary: String, _ values: OptionValues, _ field: OptionField? = nil) {
        self.name = name
        self.summary = summary
        self.values = values
        self.field = field
    }

    /// Returns the option with one part replaced.
    package func with<Part>(_ part: WritableKeyPath<Self, Part>, _ value: Part) -> Self {
        var copy = self
        copy[keyPath: part] = value
        return copy
    }
}

/// An option of a task, and the property that holds it.
///
/// Everything that copies, checks, reads, or documents options goes through the table of the task's options, such as
/// `FaceLandmarkerOptions.table`; `make generate` prints what is not Swift.
package struct TaskOption<Options: AnyObject>: Sendable {
    package var description: OptionDescription
    package let get: @Sendable (Options) -> OptionValue
    package let set: @Sendable (Options, OptionValue) -> Void

    package var name: String { description.name }

    package init(
        _ name: String, _ summary: String, _ values: OptionValues, _ field: OptionField?,
        get: @escaping @Sendable (Options) -> OptionValue, set: @escaping @Sendable (Options, OptionValue) -> Void
    ) {
        description = OptionDescription(name, summary, values, field)
        self.get = get
        self.set = set
    }

    /// Sets the option to a value as it is written in commands.
    /// - Parameter name: The name of the option in the message.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that says which values there are.
    package func set(_ options: Options, to text: String, named name: String) throws {
        guard let value = description.values.value(of: text) else {
            throw LineamentError(.invalidArgument, "\(name) must be \(description.values.text), not \(text).")
        }
        set(options, value)
    }
}

/// The property of an options class.
package typealias OptionPath<Options, Value> = any ReferenceWritableKeyPath<Options, Value> & Sendable

extension TaskOption {
    /// An option that is a fraction, 0 to 1.
    package static func fraction(
        _ name: String, _ path: OptionPath<Options, Float>, _ field: OptionField?,
        _ summary: String, placeholder: String = "score"
    ) -> Self {
        fraction(
            name, field, summary, placeholder: placeholder, get: { Double($0[keyPath: path]) },
            set: { $0[keyPath: path] = Float($1) })
    }

    /// An option that is a fraction, 0 to 1, of any type.
    package static func fraction(
        _ name: String, _ field: OptionField?, _ summary: String, placeholder: String,
        get: @escaping @Sendable (Options) -> Double, set: @escaping @Sendable (Options, Double) -> Void
    ) -> Self {
        Self(
            name, summary, .number(0...1), field, get: { .number(get($0)) },
            set: { if case .number(let number) = $1 { set($0, number) } }
        ).with(\.placeholder, placeholder)
    }

    /// An option that is a number of faces or people from 1, or all; the command line and the service default to all.
    package static func limit(
        _ name: String, _ path: OptionPath<Options, Int>, _ field: OptionField?,
        _ summary: String
    ) -> Self {
        count(name, path, field, summary, .limit, placeholder: "n").with(\.frontDefault, .count(.max))
    }

    /// An option that is a whole number.
    package static func count(
        _ name: String, _ path: OptionPath<Options, Int>, _ field: OptionField?,
        _ summary: String, _ values: OptionValues, placeholder: String
    ) -> Self {
        Self(
            name, summary, values, field, get: { .count($0[keyPath: path]) },
            set: { if case .count(let count) = $1 { $0[keyPath: path] = count } }
        ).with(\.placeholder, placeholder)
    }

    /// An option that is on or off. Its summary begins with "Whether to".
    package static func flag(
        _ name: String, _ path: OptionPath<Options, Bool>, _ field: OptionField?,
        _ summary: String
    ) -> Self {
        Self(
            name, summary, .flag, field, get: { .flag($0[keyPath: path]) },
            set: { if case .flag(let flag) = $1 { $0[keyPath: path] = flag } })
    }

    /// An option that is one of several values; the command line and the service have a default of their own.
    package static func choice<Choice: OptionChoice>(
        _ name: String, _ path: OptionPath<Options, Choice>, _ field: OptionField?,
        _ summary: String
    ) -> Self {
        choice(name, field, summary, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// An option that is one of several values.
    package static func choice<Choice: OptionChoice>(
        _ name: String, _ field: OptionField?, _ summary: String,
        get: @escaping @Sendable (Options) -> Choice, set: @escaping @Sendable (Options, Choice) -> Void
    ) -> Self {
        Self(
            name, summary, .choice(Choice.words), field, get: { .choice(get($0).word) },
            set: { if case .choice(let word) = $1, let choice = Choice(word: word) { set($0, choice) } }
        ).with(\.frontDefault, .choice(Choice.frontDefault.word)).with(\.choiceType, "\(Choice.self)")
    }

    /// Returns the option with one part of its description replaced.
    package func with<Part>(_ part: WritableKeyPath<OptionDescription, Part>, _ value: Part) -> Self {
        var copy = self
        copy.description = description.with(part, value)
        return copy
    }
}

extension Array {
    /// Sets the library's defaults, those of `options`; thresholds and flags have the same in the command line
    /// and the service.
    package func withDefaults<Options>(of options: Options) -> Self where Element == TaskOption<Options> {
        map { option in
            let value = option.get(options)
            let option = option.with(\.libraryDefault, value)
            return switch option.description.values {
            case .number, .count, .flag: option.with(\.frontDefault, value)
            case .limit, .choice, .list, .color, .numbers, .numberOr, .areas: option
            }
        }
    }

    /// Sets the defaults of a tool, which are the same everywhere.
    package func withTheirDefaults<Options>(of options: Options) -> Self where Element == TaskOption<Options> {
        map { $0.with(\.libraryDefault, $0.get(options)).with(\.frontDefault, $0.get(options)) }
    }

    /// Returns the sentences of the command line's help about an option.
    package func help<Options>(_ name: String) -> String where Element == TaskOption<Options> {
        first { $0.name == name }.map { $0.description.help ?? $0.description.summary } ?? ""
    }

    /// Copies every option of the table.
    package func copy<Options>(_ other: Options, to options: Options) where Element == TaskOption<Options> {
        for option in self { option.set(options, option.get(other)) }
    }

    /// Checks that numbers are in their ranges and whole numbers at least 1; other upper limits are those of interfaces.
    /// - Throws: ``LineamentError``, whose message names the option and its range.
    package func check<Options>(_ options: Options) throws where Element == TaskOption<Options> {
        for option in self {
            switch (option.get(options), option.description.values) {
            case (.number(let number), .number(let range)):
                try OptionCheck.number(number, in: range, option.name)
            case (.count(let count), _): try OptionCheck.positive(count, option.name)
            case (.number, _), (.flag, _), (.choice, _), (.unset, _): break
            }
        }
    }

    /// Sets the options that have a value; the others stay.
    package func set<Options>(
        _ options: Options, to values: [String: OptionValue]
    ) where Element == TaskOption<Options> {
        for option in self {
            if let value = values[option.name] { option.set(options, value) }
        }
    }

    /// Sets an option to a value as it is written in commands.
    /// - Parameter shown: The name of the option in the message.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that says which values there are.
    package func set<Options>(
        _ name: String, of options: Options, to text: String, named shown: String
    ) throws where Element == TaskOption<Options> {
        try first { $0.name == name }?.set(options, to: text, named: shown)
    }

    /// Sets options by name; those without a value get the default of the command line and the service.
    /// - Throws: ``LineamentError`` with code `internal` if a name is unknown.
    package func fill<Options>(
        _ options: Options, from values: [String: OptionValue]
    ) throws where Element == TaskOption<Options> {
        for option in self { option.set(options, option.description.frontDefault) }
        try set(options, from: values)
    }

    /// Sets options by name; those without a value stay as they are.
    /// - Throws: ``LineamentError`` with code `internal` if a name is unknown.
    package func set<Options>(
        _ options: Options, from values: [String: OptionValue]
    ) throws where Element == TaskOption<Options> {
        if let unknown = values.keys.first(where: { name in !contains { $0.name == name } }) {
            throw LineamentError(.internal, "\(type(of: options)) has no option \(unknown).")
        }
        set(options, to: values)
    }
}

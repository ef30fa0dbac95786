// SPDX-License-Identifier: Apache-2.0

/// The value of an option, whatever its type in Swift.
package enum OptionValue: Sendable, Hashable {
    case number(Double)
    /// A whole number; `Int.max` for no limit.
    case count(Int)
    case flag(Bool)
    /// The word of one of several values.
    case choice(String)
    /// No value: it follows from others.
    case unset

    /// The value as it is written in commands and requests: `0.5`, `all`, `true`, `distinct`.
    package var text: String {
        switch self {
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(Float(number))"
        case .count(let count): count == .max ? "all" : "\(count)"
        case .flag(let flag): "\(flag)"
        case .choice(let word): word
        case .unset: ""
        }
    }

    /// The word of a choice; `nil` for another value.
    package var word: String? {
        if case .choice(let word) = self { word } else { nil }
    }
}

/// The values that an option takes.
package enum OptionValues: Sendable, Hashable {
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// A whole number from 1, or `all`.
    case limit
    /// A whole number within a range.
    case count(ClosedRange<Int>)
    /// `true` or `false`.
    case flag
    /// One of several values, in the order of their numbers in C; without any, every text is a value.
    case choice([String])
    /// Some of several values, separated by commas.
    case list([String])
    /// One of several words, or a color as `#rrggbb`.
    case color([String])
    /// One of several words, or whole numbers from 1, separated by commas.
    case numbers([String])
    /// One of several words, or a number within a range.
    case numberOr([String], ClosedRange<Double>)
    /// Rectangles as `x,y,width,height` in pixels, each perhaps with times as `@from-to` in seconds or `min:s`, separated by semicolons.
    case areas

    /// The range of a number, such as "0 to 1"; empty for other values.
    package var rangeText: String {
        guard case .number(let range) = self else { return "" }
        return "\(OptionValue.number(range.lowerBound).text) to \(OptionValue.number(range.upperBound).text)"
    }

    /// The values as text, such as "a number from 0 to 1".
    package var text: String {
        switch self {
        case .number(let range): "a number from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
        case .limit: "a whole number from 1, or all"
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        // That an option may be empty goes without saying.
        case .choice(let choices): "one of \(choices.filter { !$0.isEmpty }.joined(separator: ", "))"
        case .color(let words): "one of \(words.joined(separator: ", ")), or a color as #rrggbb"
        case .numbers(let words):
            "\(words.joined(separator: ", ")), or whole numbers from 1, separated by commas"
        case .numberOr(let words, let range):
            "one of \(words.joined(separator: ", ")), or a number from \(Self.short(range.lowerBound)) to "
                + Self.short(range.upperBound)
        case .areas:
            "x,y,width,height in pixels, in videos with @from-to in seconds or min:s; several separated by semicolons"
        case .list(let choices): "some of \(choices.joined(separator: ", ")), separated by commas"
        }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    /// Returns the value that `text` stands for, or `nil` if the option does not take it. Lists and
    /// colors have no value.
    package func value(of text: String) -> OptionValue? {
        switch self {
        case .number(let range): Self.number(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .limit: text == "all" ? .count(.max) : Int(text).flatMap { $0 > 0 ? .count($0) : nil }
        case .count(let range): Int(text).flatMap { range.contains($0) ? .count($0) : nil }
        case .flag: ["true": .flag(true), "false": .flag(false)][text]
        case .choice(let words): words.isEmpty || words.contains(text) ? .choice(text) : nil
        case .numbers(let words): words.contains(text) ? .choice(text) : Self.numbers(in: text).map(OptionValue.choice)
        case .numberOr(let words, let range):
            words.contains(text)
                ? .choice(text) : Self.number(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .areas: Self.areas(in: text).map(OptionValue.choice)
        case .list, .color: nil
        }
    }

    /// The form of one area, as a regular expression.
    package static let areaPattern = #"-?[0-9.]+,-?[0-9.]+,[0-9.]+,[0-9.]+(@[0-9.:]+-[0-9.:]+)?"#

    /// Returns a list of areas; `nil` if `text` is not such a list. The empty list is one.
    private static func areas(in text: String) -> String? {
        guard !text.isEmpty else { return "" }
        let areas = text.split(separator: ";", omittingEmptySubsequences: false)
        return areas.allSatisfy(isArea) ? areas.joined(separator: ";") : nil
    }

    private static func isArea(_ text: Substring) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let place = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { number(String($0)) ?? .nan }
        guard place.count == 4, place.allSatisfy({ abs($0) < 1e6 }), place[2] > 0, place[3] > 0, parts.count <= 2
        else { return false }
        guard parts.count == 2 else { return true }
        let times = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { seconds($0) ?? .nan }
        return times.count == 2 && times[0] <= times[1] && times[1] < 1e9
    }

    /// Returns a time in seconds from `90`, `1:30` or `0:01:30`; `nil` if `text` is none of these.
    package static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let last = parts.last.flatMap({ number(String($0)) }) else { return nil }
        guard parts.count > 1 else { return last }
        let others = parts.dropLast().compactMap { UInt16($0) }
        guard others.count == parts.count - 1, others.dropFirst().allSatisfy({ $0 < 60 }), (0..<60).contains(last)
        else {
            return nil
        }
        return others.reduce(0.0) { ($0 + Double($1)) * 60 } + last
    }

    /// Returns a list of whole numbers from 1, separated by commas, in ascending order and without repetitions; `nil` if `text`
    /// is not such a list.
    private static func numbers(in text: String) -> String? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.allSatisfy({ $0.map { $0 > 0 } ?? false }) else { return nil }
        return Set(numbers.compactMap(\.self)).sorted().map { "\($0)" }.joined(separator: ",")
    }

    /// Returns a decimal number; `Double` alone also takes hexadecimal ones and `nan`.
    private static func number(_ text: String) -> Double? {
        text.utf8.allSatisfy("+-.0123456789eE".utf8.contains) ? Double(text) : nil
    }
}

/// A type whose values have words in commands and requests: raw values in lowercase.
///
/// The order of the cases is that of their numbers in C.
package protocol OptionChoice: CaseIterable, Equatable, Sendable {
    /// The value as it is written in commands and requests, such as `mediapipe`.
    var word: String { get }
    /// The default of the command line and the service.
    static var frontDefault: Self { get }
}

extension OptionChoice where Self: RawRepresentable<String> {
    package var word: String { rawValue.lowercased() }
}

extension OptionChoice {
    /// Finds a value by its word.
    package init?(word: String) {
        guard let value = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = value
    }

    /// The words in the order of the cases.
    package static var words: [String] { allCases.map(\.word) }
}

// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// A JSON value that knows its line and its key, for errors that a person can act on.
struct LocatedJSON {
    enum Value {
        case null
        case flag(Bool)
        case number(Double)
        case text(String)
        case list([LocatedJSON])
        case object([String: LocatedJSON])
    }

    let value: Value
    /// The line, from 1.
    let line: Int
    /// The key with those around it, such as `inputs[0].tracks[2].keep`; empty for the whole document.
    let key: String

    /// Returns an error about this value.
    func error(_ problem: String) -> LineamentError {
        LineamentError(.invalidArgument, "Line \(line): \(key.isEmpty ? "The value" : key) \(problem)")
    }

    private var name: String {
        switch value {
        case .null: "null"
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .text(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text)\""
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// Returns the members, none of which may have another name.
    func members(_ names: [String]) throws -> Members {
        guard case .object(let members) = value else { throw error("must be an object, not \(name).") }
        if let unknown = members.first(where: { !names.contains($0.key) }) {
            throw unknown.value.error("is not known. The keys here are: \(names.joined(separator: ", ")).")
        }
        return Members(of: self, members)
    }

    func list() throws -> [LocatedJSON] {
        guard case .list(let items) = value else { throw error("must be a list, not \(name).") }
        return items
    }

    func text() throws -> String {
        guard case .text(let text) = value else { throw error("must be a text, not \(name).") }
        return text
    }

    func flag() throws -> Bool {
        guard case .flag(let flag) = value else { throw error("must be true or false, not \(name).") }
        return flag
    }

    func number(in range: ClosedRange<Double> = -1e9...1e9, _ form: String = "a number") throws -> Double {
        guard case .number(let number) = value, range.contains(number) else {
            throw error("must be \(form), not \(name).")
        }
        return number
    }

    func whole(from least: Int, _ form: String) throws -> Int {
        guard case .number(let number) = value, number == number.rounded(), number >= Double(least), number < 1e9
        else { throw error("must be \(form), not \(name).") }
        return Int(number)
    }

    func word<Word: RawRepresentable & CaseIterable>(_: Word.Type) throws -> Word where Word.RawValue == String {
        guard case .text(let text) = value, let word = Word(rawValue: text) else {
            throw error("must be \(Word.allCases.map(\.rawValue).joined(separator: " or ")), not \(name).")
        }
        return word
    }

    /// The members of an object.
    struct Members {
        private let object: LocatedJSON
        private let members: [String: LocatedJSON]

        fileprivate init(of object: LocatedJSON, _ members: [String: LocatedJSON]) {
            self.object = object
            self.members = members
        }

        /// Returns a member; `nil` if it is missing or null.
        subscript(name: String) -> LocatedJSON? {
            guard let member = members[name] else { return nil }
            if case .null = member.value { return nil }
            return member
        }

        func required(_ name: String) throws -> LocatedJSON {
            guard let member = self[name] else { throw object.error("lacks \(name).") }
            return member
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// Validates option values, with errors that name the option and its range.
enum OptionCheck {
    /// Checks that a value is in 0...1.
    static func fraction(_ value: Float, _ option: String) throws {
        guard (0...1).contains(value) else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be in the range [0.0, 1.0]",
                recoverySuggestion: "It is \(value).")
        }
    }

    /// Checks that a number is in a range.
    static func number(_ value: Double, in range: ClosedRange<Double>, _ option: String) throws {
        guard range != 0...1 else { return try fraction(Float(value), option) }
        guard range.contains(value) else {
            throw LineamentError(
                .invalidArgument,
                "Invalid `\(option)` option: value must be in the range [\(range.lowerBound), \(range.upperBound)]",
                recoverySuggestion: "It is \(value).")
        }
    }

    /// Checks that a value is at least 1.
    static func positive(_ value: Int, _ option: String) throws {
        guard value > 0 else {
            throw LineamentError(
                .invalidArgument, "Invalid `\(option)` option: value must be at least 1, not \(value).")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// Checks of numbers on the command line.
enum OptionRange {
    /// The largest time, in seconds; larger ones are certainly typos, and sums with them could overflow.
    static let maxSeconds = 1e9

    static func check(_ number: Int, in range: ClosedRange<Int>, _ option: String) throws {
        guard range.contains(number) else {
            throw ValidationError("\(option) must be \(range.lowerBound) to \(range.upperBound), not \(number).")
        }
    }

    /// Checks an option of a task, whose own check knows no upper bound.
    static func check(_ number: Int, ofTask range: ClosedRange<Int>, _ option: String) throws {
        guard range.contains(number) else {
            throw ValidationError(
                "Invalid \(option): value must be \(range.lowerBound) to \(range.upperBound), not \(number).")
        }
    }

    /// Throws if an option is outside its range. NaN is in no range, so it is rejected too.
    static func check(_ seconds: Double, in range: ClosedRange<Double>, _ option: String) throws {
        guard range.contains(seconds) else {
            let least = range.lowerBound == 0 ? "at least 0" : "more than 0"
            throw ValidationError(
                "\(option) must be \(least) and at most \(Int(range.upperBound)) seconds, not \(seconds).")
        }
    }
}

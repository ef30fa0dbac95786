// SPDX-License-Identifier: Apache-2.0

/// Returns the corresponding elements of two sequences that must have equally many. `zip` would ignore the rest.
/// - Throws: If the counts differ.
public func pairs<Left, Right>(_ left: some Sequence<Left>, _ right: some Sequence<Right>) throws -> [(Left, Right)] {
    let (left, right) = (Array(left), Array(right))
    guard left.count == right.count else { throw DifferentCounts(left: left.count, right: right.count) }
    return Array(zip(left, right))
}

/// Returns the differences of two lists of numbers that must have equally many.
/// - Throws: If the counts differ.
public func differences(_ left: [Float], _ right: [Float]) throws -> [Double] {
    try pairs(left, right).map { Double($0) - Double($1) }
}

private struct DifferentCounts: Error, CustomStringConvertible {
    let left: Int
    let right: Int
    var description: String { "\(left) elements cannot be compared with \(right)" }
}

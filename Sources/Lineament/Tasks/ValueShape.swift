// SPDX-License-Identifier: Apache-2.0

/// The shape of a value of a face or person, which is a block of numbers.
package enum ValueShape: Sendable {
    /// A number.
    case number(ValueComponent)
    /// Numbers that differ in meaning.
    case numbers([ValueComponent])
    /// A score from 0 to 1 for each name.
    case scores([String])
    /// The left and upper edge, width and height of a box in pixels.
    case box(isWhole: Bool)
    /// Points with coordinates along these axes.
    case points(Int, axes: [String])
    /// A number for each of the subject's points, beside their coordinates.
    case numberPerPoint(Int, ValueComponent)
    /// A square matrix, row by row.
    case matrix(side: Int)

    /// The extents of the block, the slowest first; none for a number.
    package var extents: [Int] {
        switch self {
        case .number: []
        case .numbers(let components): [components.count]
        case .scores(let names): [names.count]
        case .box: [4]
        case .points(let count, let axes): [count, axes.count]
        case .numberPerPoint(let count, _): [count]
        case .matrix(let side): [side, side]
        }
    }

    /// The number of numbers.
    package var count: Int { extents.reduce(1, *) }

    /// The usual names of the numbers in CSV. The size of a box has names of its own, as `width` and `height` are the
    /// image's; points have the names that their table gives them.
    package var columns: [String] {
        switch self {
        case .number(let component): [component.name]
        case .numbers(let components): components.map(\.name)
        case .scores(let names): names
        case .box: ["x", "y", "box_width", "box_height"]
        case .matrix(let side): (0..<side).flatMap { row in (0..<side).map { "m\(row)\($0)" } }
        case .points, .numberPerPoint: []
        }
    }

    /// The names along the last extent, if tables hold them as the fields of a structure; otherwise none.
    package var fields: [String] {
        switch self {
        case .box: ["x", "y", "width", "height"]
        case .points(_, let axes): axes
        case .number, .numbers, .scores, .numberPerPoint, .matrix: []
        }
    }
}

/// A number of a value.
package struct ValueComponent: Sendable {
    package let name: String
    package let summary: String
    package let range: ClosedRange<Double>

    package init(_ name: String, _ summary: String, in range: ClosedRange<Double> = 0...1) {
        self.name = name
        self.summary = summary
        self.range = range
    }
}

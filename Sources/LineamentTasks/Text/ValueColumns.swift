// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The columns of CSV for values of a face or person.
package struct ValueColumns<Output, Subject>: Sendable {
    /// The names of the columns.
    let names: [String]
    private let values: [ResultValue<Output, Subject>]
    /// The number in each column: the index of its value, and its own in the value.
    private let cells: [(value: Int, number: Int)]

    init(_ values: [ResultValue<Output, Subject>]) {
        self.values = values
        let descriptions = values.map(\.description)
        let cells = descriptions.indices.filter { descriptions[$0].points == nil }.flatMap { index in
            let others = descriptions.indices.filter { descriptions[$0].points == descriptions[index].name }
            return Self.cells(of: index, descriptions[index], with: others)
        }
        self.cells = cells
        names = cells.map { descriptions[$0.value].columns[$0.number] }
    }

    /// Returns the numbers of a value in the order of their columns. Those of each point follow its coordinates.
    private static func cells(
        of index: Int, _ value: ValueDescription, with others: [Int]
    ) -> [(value: Int, number: Int)] {
        guard case .points(let count, let axes) = value.shape else {
            return (value.columnOrder ?? Array(value.columns.indices)).map { (index, $0) }
        }
        return value.columns.isEmpty
            ? []
            : (0..<count).flatMap { point in
                axes.indices.map { (index, point * axes.count + $0) } + others.map { ($0, point) }
            }
    }

    /// Returns the fields of a face or person in an image of a size; those of unknown numbers are empty.
    func fields(of subject: Subject, in size: CGSize) -> [String] {
        let numbers = values.map { $0.numbers(of: subject, in: size) }
        return cells.map { value, number in
            field(numbers[value][number], of: values[value].description)
        }
    }

    private func field(_ number: Float, of value: ValueDescription) -> String {
        if case .box(isWhole: true) = value.shape, let whole = Int(exactly: number) { return "\(whole)" }
        return CSV.number(number)
    }
}

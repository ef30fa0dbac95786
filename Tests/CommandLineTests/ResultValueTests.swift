// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentTasks
import Testing

/// The properties of the tables of values that C, Arrow, CSV and the JSON Schema rely on.
@Suite struct ResultValueTests {
    @Test(arguments: TaskKind.allCases) func valuesHaveNamesAndArraysOfTheirOwn(_ task: TaskKind) {
        let values = task.values
        #expect(Set(values.map(\.name)).count == values.count)
        #expect(Set(values.map(\.array)).count == values.count)
        let keys = values.compactMap(\.key)
        #expect(Set(keys).count == keys.count)
        for value in values { #expect(value.summary.hasSuffix("."), "\(value.name)") }
    }

    @Test(arguments: TaskKind.allCases) func columnsBelongToNumbers(_ task: TaskKind) {
        let columns = task.values.flatMap(\.columns)
        #expect(Set(columns).count == columns.count)
        for value in task.values {
            #expect(value.columns.isEmpty || value.columns.count == value.shape.count, "\(value.name)")
            if let order = value.columnOrder { #expect(order.sorted() == Array(0..<value.shape.count)) }
            if let points = value.points {
                guard case .points(let count, _)? = task.values.first(where: { $0.name == points })?.shape else {
                    Issue.record("\(value.name) belongs to \(points), which are no points.")
                    continue
                }
                #expect(value.shape.count == count)
            }
        }
    }

    /// A value whose key is unknown to `--fields` would never be written to CSV.
    @Test func everyValueOfALandmarkerIsAField() {
        for value in TaskKind.faceLandmarker.values {
            #expect(value.key.flatMap(FaceLandmarkerRow.Field.init) != nil, "\(value.name)")
        }
        for value in TaskKind.poseLandmarker.values {
            #expect((value.points ?? value.key).flatMap(PoseLandmarkerRow.Field.init) != nil, "\(value.name)")
        }
    }
}

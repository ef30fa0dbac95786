// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite(.enabled(if: TestData.hasYuNet, "\(TestData.yuNetIsAbsentMessage)"))
struct InputResizingTests {
    private func model() throws -> Model {
        let runtime = try Runtime.shared(
            TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)"), searched: [])
        let bytes = try #require(ModelBytes(contentsOf: TestData.model("yunet.tflite")))
        return try Model(bytes: bytes, name: "yunet.tflite", runtime: runtime)
    }

    @Test func shapesFollowTheInputSize() throws {
        let scaled = try model().scaled(toWidth: 96, height: 160, border: 1)
        #expect(scaled.inputs[0].shape == [1, 162, 98, 3])
        #expect(scaled.outputs[0].shape == [1, 20, 12, 1])
        #expect(scaled.outputs[11].shape == [1, 5, 3, 10])
        #expect(throws: LiteRTError.self) { try model().scaled(toWidth: 100, height: 160, border: 1) }
        #expect(throws: LiteRTError.self) { try model().scaled(toWidth: 0, height: 160, border: 1) }
    }

    /// Far from the border, a small image gives the same values as in the upper left corner of a large one.
    @Test func aPartGivesTheSameValuesAsTheWhole() throws {
        let model = try model()
        let (small, large) = (
            try LiteRTCompiledModel(model.scaled(toWidth: 320, height: 320, border: 1), threads: 1),
            try LiteRTCompiledModel(model, threads: 1)
        )
        func value(_ row: Int, _ column: Int, _ channel: Int) -> Float {
            Float((row * 7 + column * 13 + channel) % 256)
        }
        for (compiled, side) in [(small, 322), (large, 642)] {
            for row in 0..<side {
                for column in 0..<side {
                    for channel in 0..<3 {
                        compiled.inputs[0][(row * side + column) * 3 + channel] =
                            value(row, column, channel)
                    }
                }
            }
            try compiled.run()
        }
        for row in 0..<8 {
            for column in 0..<8 {
                #expect(
                    abs(small.outputs[0][row * 40 + column] - large.outputs[0][row * 80 + column])
                        < 1e-5)
            }
        }
    }
}

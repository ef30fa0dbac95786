// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite struct OutputPruningTests {
    /// Returns the short-range face detector, whose output 0 has boxes and output 1 scores.
    private func bytes() throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: TestData.model("face_detection_short_range.tflite"))))
    }

    private func model() throws -> Model {
        let runtime = try Runtime.shared(
            TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)"), searched: [])
        return try Model(bytes: ModelBytes(bytes()), name: "whole", runtime: runtime)
    }

    private func operatorCount(of model: Model) throws -> Int {
        let root = FlatBufferTable(root: model.memory.readable, identifier: ModelSchema.identifier)
        let graph = try #require(root?.tables(ModelSchema.Model.subgraphs).first)
        return graph.tables(ModelSchema.Subgraph.operators).count
    }

    @Test func keptOutputsStayEqualAndOthersAreNotComputed() throws {
        let whole = try model()
        let kept = try #require(whole.keeping(outputs: [1]))
        let count = try operatorCount(of: kept)
        #expect(count > 0)
        #expect(try count < operatorCount(of: whole))
        #expect(kept.outputs == [whole.outputs[1]])
        #expect(kept.inputs == whole.inputs)
        let (full, part) = (try LiteRTCompiledModel(whole, threads: 1), try LiteRTCompiledModel(kept, threads: 1))
        for index in full.inputs[0].values.indices {
            let value = Float(index % 251) / 125 - 1
            full.inputs[0][index] = value
            part.inputs[0][index] = value
        }
        try full.run()
        try part.run()
        #expect(full.outputs[1].values == part.outputs[0].values)
    }

    @Test func outputsCanBeReordered() throws {
        let whole = try model()
        let reordered = try #require(whole.keeping(outputs: [1, 0]))
        #expect(reordered.outputs == whole.outputs.reversed())
        #expect(try operatorCount(of: reordered) == operatorCount(of: whole))
    }

    @Test func unsupportedModelsAreNotPruned() throws {
        #expect(try OutputPruning.keeping(outputs: [2], of: ModelBytes(bytes())) == nil)
        #expect(try OutputPruning.keeping(outputs: [0, 0], of: ModelBytes(bytes())) == nil)
        #expect(OutputPruning.keeping(outputs: [0], of: ModelBytes([])) == nil)
        #expect(OutputPruning.keeping(outputs: [0], of: ModelBytes(Array("not a model at all".utf8))) == nil)
    }

    /// Damage anywhere results in nil or in bytes, never in a trap.
    @Test func damagedModelsDoNotTrap() throws {
        for damaged in try Damage.overwritten(bytes(), copies: 300) {
            _ = OutputPruning.keeping(outputs: [1], of: ModelBytes(damaged))
        }
        for cut in try Damage.cut(bytes()) { _ = OutputPruning.keeping(outputs: [1], of: ModelBytes(cut)) }
    }
}

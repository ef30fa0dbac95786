// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite struct ModelValidationTests {
    private let model: [UInt8]

    init() throws {
        let path = TestData.model("face_detection_short_range.tflite")
        model = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func publishedModelsPass() throws {
        for name in ["face_detection_short_range.tflite", "face_detection_full_range_sparse.tflite"] {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: TestData.model(name))))
            #expect(ModelValidation.problem(in: ModelBytes(bytes)) == nil, "\(name)")
        }
    }

    @Test func otherFilesFail() {
        #expect(ModelValidation.problem(in: ModelBytes([])) != nil)
        #expect(ModelValidation.problem(in: ModelBytes([UInt8](repeating: 0, count: 4096))) != nil)
        #expect(ModelValidation.problem(in: ModelBytes(Array(model.prefix(64)))) != nil)
    }

    /// Checking reads nothing outside the bytes and ends, whatever they are.
    @Test func damagedModelsAreRead() {
        for damaged in Damage.overwritten(model, copies: 300) { _ = ModelValidation.problem(in: ModelBytes(damaged)) }
        for damaged in Damage.cut(model) { #expect(ModelValidation.problem(in: ModelBytes(damaged)) != nil) }
    }

    /// An operator that reads a tensor beyond the last one would make the runtime read foreign memory.
    @Test func foreignTensorsAreRefused() throws {
        let graph = try #require(
            FlatBufferTable(root: ModelBytes(model), identifier: ModelSchema.identifier)?
                .tables(ModelSchema.Model.subgraphs).first)
        let step = try #require(graph.tables(ModelSchema.Subgraph.operators).first)
        let inputs = try #require(step.vector(ModelSchema.Operator.inputs))
        var damaged = model
        damaged.replaceSubrange(inputs.position + 4..<inputs.position + 8, with: [0xff, 0xff, 0xff, 0x7f])
        #expect(ModelValidation.problem(in: ModelBytes(damaged)) != nil)
    }

    /// The runtime follows the layout of sparse weights wherever it leads: each index, range and size is moved once.
    @Test func sparseWeightsThatLeadOutsideAreRefused() throws {
        let url = URL(fileURLWithPath: TestData.model("face_detection_full_range_sparse.tflite"))
        let model = try Array(Data(contentsOf: url))
        let graph = try #require(
            FlatBufferTable(root: ModelBytes(model), identifier: ModelSchema.identifier)?
                .tables(ModelSchema.Model.subgraphs).first)
        let sparse = graph.tables(ModelSchema.Subgraph.tensors).compactMap { $0.table(ModelSchema.Tensor.sparsity) }
        #expect(!sparse.isEmpty)
        for layout in sparse {
            let order = try #require(layout.vector(ModelSchema.Sparsity.traversalOrder))
            let isFound = isRefused(model, with: 77, at: order.element(0), size: 4)
            #expect(isFound)
            for level in layout.tables(ModelSchema.Sparsity.levels) {
                if level.byte(ModelSchema.Level.format) ?? 0 == ModelSchema.Level.dense {
                    let size = try #require(level.reference(to: ModelSchema.Level.denseSize))
                    #expect(isRefused(model, with: 1 << 20, at: size, size: 4))
                    continue
                }
                for field in [ModelSchema.Level.segments, ModelSchema.Level.indices] {
                    let table = try #require(level.table(field + 1))
                    let width = try #require([1: 4, 2: 2, 3: 1][level.byte(field)])
                    let vector = try #require(table.vector(0, elementSize: width))
                    for index in [0, vector.count / 2, vector.count - 1] {
                        let at = vector.position + 4 + index * width
                        let isFound = isRefused(model, with: -1, at: at, size: width)
                        #expect(isFound, "\(field): \(index) of \(vector.count)")
                    }
                }
            }
        }
    }

    /// A shape of -1 with a layout of as many indices must not count nodes below zero.
    @Test func sparseWeightsOfUnknownSizeAreRefused() throws {
        let url = URL(fileURLWithPath: TestData.model("face_detection_full_range_sparse.tflite"))
        var model = try Array(Data(contentsOf: url))
        let graph = try #require(
            FlatBufferTable(root: ModelBytes(model), identifier: ModelSchema.identifier)?
                .tables(ModelSchema.Model.subgraphs).first)
        let tensor = try #require(
            graph.tables(ModelSchema.Subgraph.tensors).first { $0.table(ModelSchema.Tensor.sparsity) != nil })
        let shape = try #require(tensor.vector(ModelSchema.Tensor.shape))
        for index in 0..<shape.count { model.write(-1, at: shape.element(index)) }
        for level in tensor.table(ModelSchema.Tensor.sparsity)?.tables(ModelSchema.Sparsity.levels) ?? [] {
            if let size = level.reference(to: ModelSchema.Level.denseSize) { model.write(-1, at: size) }
            if let table = level.table(ModelSchema.Level.segments + 1), let segments = table.vector(0, elementSize: 1) {
                model.write(0, at: segments.position)
            }
        }
        #expect(ModelValidation.problem(in: ModelBytes(model)) != nil)
    }

    private func isRefused(_ model: [UInt8], with value: Int, at position: Int, size: Int) -> Bool {
        var damaged = model
        for byte in 0..<size { damaged[position + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
        return ModelValidation.problem(in: ModelBytes(damaged)) != nil
    }
}

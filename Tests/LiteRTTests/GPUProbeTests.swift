// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

/// Sparse weights are expanded, and what a GPU computes wrongly is noticed.
@Suite struct GPUProbeTests {
    private static func model() throws -> Model {
        let library = TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)")
        let file = TestData.model("face_detection_full_range_sparse.tflite")
        return try Model(
            bytes: #require(ModelBytes(contentsOf: file)), name: "full_range.tflite",
            runtime: Runtime.shared(library, searched: []))
    }

    /// Without sparse weights, the outputs are the same, bit for bit or nearly, as XNNPACK has other kernels for these.
    @Test func expandedWeightsGiveTheSameOutputs() throws {
        let sparse = try Self.model()
        let dense = try #require(sparse.expandingSparseWeights())
        #expect(dense.expandingSparseWeights() == nil)
        #expect(dense.outputs == sparse.outputs)
        #expect(dense.identity != sparse.identity)
        let probe = try GPUProbe.run(
            CompiledModelPool(dense, threads: 1, capacity: 1),
            against: CompiledModelPool(sparse, threads: 1, capacity: 1))
        #expect(probe.difference <= 1e-4 * max(1, probe.largest))
        #expect(probe.largest > 1)
    }

    @Test func modelsWithoutSparseWeightsStayAsTheyAre() throws {
        let path = TestData.model("face_detection_short_range.tflite")
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(SparseWeightExpansion.expanded(in: ModelBytes(bytes)) == nil)
    }

    /// No damage makes the expansion trap.
    @Test func damagedModelsAreNotExpandedOrAreStillSafe() throws {
        let path = TestData.model("face_detection_full_range_sparse.tflite")
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<20 {
                damaged[Int.random(in: 8..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = SparseWeightExpansion.expanded(in: ModelBytes(damaged))
            _ = SparseWeightExpansion.expanded(
                in: ModelBytes(Array(damaged.prefix(Int.random(in: 8..<bytes.count, using: &generator)))))
        }
    }

    /// With sparse weights, the accelerator computes something else.
    @Test(.enabled(if: TestGPU.isPresent, Comment(rawValue: TestGPU.isAbsentMessage)))
    func wrongOutputsAreNoticed() throws {
        TestGPU.select()
        let sparse = try Self.model()
        let gpu = try GPU.shared(sparse.runtime, accelerator: TestGPU.accelerator)
        let cpu = try CompiledModelPool(sparse, threads: 1, capacity: 1)
        let engine = AcceleratorEngine(gpu, precision: .single)
        let probe = try? GPUProbe.run(
            CompiledModelPool(sparse, engine: engine, threads: 1, capacity: 1), against: cpu)
        #expect(probe?.passes(.single) != true)
        let trusted = try GPUModels.pool(
            sparse, engine: engine, precision: .single, cpu: cpu)
        #expect(try GPUProbe.run(trusted, against: cpu).delegation == .whole)
    }
}

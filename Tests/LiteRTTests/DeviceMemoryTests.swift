// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

/// How models share the memory of a GPU, and where CUDA's libraries are.
@Suite struct DeviceMemoryTests {
    private static let need = ModelMemoryNeed(weights: 10_000_000, values: 1_000_000)

    /// And as much again where there is plenty.
    @Test func aModelTakesWhatItsLargestBatchNeeds() throws {
        let memory = DeviceMemory(bound: 10_000_000_000)
        let share = try memory.share(for: Self.need, maxBatch: 32, of: "a model")
        #expect(share.batch == 32)
        #expect(share.size == 2 * Self.need.bytes(batch: 32))
        #expect(memory.taken == share.size)
    }

    /// Most of what is left stays for other models, as long as one inference fits.
    @Test func batchesAreSmallerWhereMemoryIsShort() throws {
        let memory = DeviceMemory(bound: 8 * Self.need.bytes(batch: 8))
        let first = try memory.share(for: Self.need, maxBatch: 32, of: "a model")
        #expect(first.batch == 8)
        #expect(first.size == Self.need.bytes(batch: 8))
        let second = try memory.share(for: Self.need, maxBatch: 32, of: "another")
        #expect(second.batch == 4)
        #expect(memory.taken <= memory.bound)
        #expect(memory.taken == first.size + second.size)
    }

    /// All models of a service fit into half of a GPU of 4 GB.
    @Test func allModelsFitIntoASmallGPU() throws {
        let memory = DeviceMemory(bound: 2_000_000_000)
        var shares: [DeviceMemory.Share] = []
        // Those of the holistic landmarker are those of three others once more.
        for test in TestModel.all + TestModel.all.prefix(6) {
            let model = try test.model()
            let graph = try #require(ModelGraph((model.expandingSparseWeights() ?? model).memory.readable))
            shares.append(try memory.share(for: ModelMemoryNeed(graph), maxBatch: 32, of: model.name))
        }
        #expect(shares.allSatisfy { $0.batch >= 1 })
        #expect(memory.taken <= memory.bound)
    }

    @Test func aModelForWhichNothingIsLeftIsNamed() throws {
        let memory = DeviceMemory(bound: 1_000_000)
        let error = #expect(throws: LiteRTError.self) {
            try memory.share(for: Self.need, maxBatch: 32, of: "face.tflite")
        }
        #expect(error?.code == .gpuUnusable)
        #expect(error?.message.hasPrefix("face.tflite needs ") == true)
        #expect(error?.message.contains("1 MB are left of 1 MB; raise LINEAMENT_CUDA_MEMORY") == true)
        #expect(memory.taken == 0)
    }

    @Test func memoryComesBackWithTheModel() throws {
        let memory = DeviceMemory(bound: 1_000_000_000)
        for _ in 0..<1000 { _ = try memory.share(for: Self.need, maxBatch: 32, of: "a model") }
        #expect(memory.taken == 0)
    }

    @Test(arguments: TestModel.all) func theNeedOfAModelIsPlausible(test: TestModel) throws {
        let model = try test.model()
        let graph = try #require(ModelGraph((model.expandingSparseWeights() ?? model).memory.readable))
        let need = ModelMemoryNeed(graph)
        print(
            "\(test): weights \(need.weights / 1000) kB, values \(need.values / 1000) kB, "
                + "1 needs \(need.bytes(batch: 1) / 1_000_000) MB, 32 need \(need.bytes(batch: 32) / 1_000_000) MB")
        let ends = (model.inputs + model.outputs).map { $0.shape.reduce(4) { $0 * max(1, $1) } }
        #expect(need.values >= ends.max() ?? 0)
        #expect((100_000..<50_000_000).contains(need.weights))
        #expect(need.bytes(batch: 32) < 2_000_000_000)
    }

    /// Beside the library, or in Python's packages beside its package, in the order of their needs.
    @Test func cudasLibrariesAreFoundInOrder() throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("cuda-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        func write(_ path: String) throws {
            let file = scratch.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        for name in [
            "libcudnn.so.9", "libcudnn_ops.so.9", "libcublas.so.13", "libcublasLt.so.13", "libonnxruntime.so.1",
        ] {
            try write("lib/cuda/\(name)")
        }
        func names(_ path: String) -> [String] {
            CUDALibraries.files(beside: scratch.appendingPathComponent(path)).map(\.lastPathComponent)
        }
        #expect(names("lib/cuda/libonnxruntime.so.1") == ["libcublasLt.so.13", "libcublas.so.13", "libcudnn.so.9"])
        for path in [
            "nvidia/cu13/lib/libcudart.so.13", "nvidia/cu13/lib/libnvrtc.so.13", "nvidia/cudnn/lib/libcudnn.so.9",
            "nvidia/cu13/lib/libnvrtc-builtins.so.13.0", "onnxruntime/capi/libonnxruntime.so.1.31.1",
        ] { try write(path) }
        #expect(
            names("onnxruntime/capi/libonnxruntime.so.1.31.1")
                == ["libcudart.so.13", "libnvrtc-builtins.so.13.0", "libnvrtc.so.13", "libcudnn.so.9"])
        #expect(names("absent/libonnxruntime.so").isEmpty)
    }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import LiteRT

/// Models that were converted for ONNX Runtime compute the same numbers as LiteRT, alone and in batches.
@Suite(.enabled(if: TestONNX.isPresent, Comment(rawValue: TestONNX.isAbsentMessage)), .serialized)
struct ONNXTests {
    /// The largest difference from LiteRT, as a part of an output's largest value, or of 1 if that is smaller.
    private static let bound: Float = 1e-4
    /// The same of the masks of bodies, which are values before the sigmoid function, of up to 2,000 either way.
    private static let maskBound: Float = 5e-3
    /// The same between an input that is alone and the same in a batch.
    private static let batchBound: Float = 5e-6

    private func runtime() throws -> ONNXRuntime {
        let library = try #require(TestONNX.library)
        return try #require(try ONNXRuntime.shared([library]))
    }

    /// Fills an input like an image or, if it is none, like points in one; each number gives another.
    private func fill(_ elements: UnsafeMutableBufferPointer<Float>, shape: [Int], number: Int) {
        var generator = SeededGenerator(seed: UInt64(number + 1))
        let width = shape.count == 3 ? shape[1] : 1
        for index in elements.indices {
            let noise = Float.random(in: 0...1, using: &generator)
            let pixel = index / (shape.last ?? 1)
            let phase = Float(pixel % width) / Float(9 + number) + Float(pixel / width) / 7 + Float(index % 3)
            elements[index] = shape.count == 3 ? 0.4 + 0.3 * sin(phase) + 0.3 * noise : 256 * noise
        }
    }

    /// Returns the outputs of a model in LiteRT for some inputs.
    private func expected(_ model: Model, _ shapes: [[Int]], count: Int) throws -> [[[Float]]] {
        let compiled = try LiteRTCompiledModel(model, threads: 2)
        return try (0..<count).map { number in
            for (tensor, shape) in zip(compiled.inputs, shapes) {
                tensor.withElements { fill($0, shape: shape, number: number) }
            }
            try compiled.run()
            return compiled.outputs.map(\.values)
        }
    }

    /// Returns the outputs of a batch, for each input.
    private func outputs(_ session: ONNXSession, count: Int) throws -> [[[Float]]] {
        let batch = try Batch(inputShapes: session.inputShapes, outputShapes: session.outputShapes, capacity: count)
        for number in 0..<count {
            for (memory, shape) in zip(batch.inputs, session.inputShapes) {
                Tensor(shape: shape, memory: memory, at: number).withElements { fill($0, shape: shape, number: number) }
            }
        }
        try session.run(batch.inputs, batch.outputs, count: count)
        return (0..<count).map { number in
            zip(batch.outputs, session.outputShapes).map { Tensor(shape: $1, memory: $0, at: number).values }
        }
    }

    private func difference(_ one: [Float], _ other: [Float]) -> Float {
        guard one.count == other.count else { return .infinity }
        let largest = one.reduce(1) { max($0, abs($1)) }
        return zip(one, other).reduce(0) { max($0, abs($1.0 - $1.1)) } / largest
    }

    @Test(arguments: TestModel.all) func modelsComputeTheSame(test: TestModel) throws {
        let model = try test.model()
        let session = try ONNXSession(model, runtime: runtime(), provider: .cpu, threads: 2)
        let expected = try expected(model, session.inputShapes, count: 7)
        let alone = try outputs(session, count: 1)
        for count in [1, 2, 7] {
            let found = try outputs(session, count: count)
            for number in 0..<count {
                for (output, values) in found[number].enumerated() {
                    let bound = values.count == 256 * 256 ? Self.maskBound : Self.bound
                    #expect(
                        difference(expected[number][output], values) < bound, "\(test), output \(output), of \(count)")
                }
            }
            for (one, other) in zip(alone[0], found[0]) { #expect(difference(one, other) < Self.batchBound) }
        }
    }

    @Test func aLargeBatchComputesTheSame() throws {
        let model = try TestModel.all[0].model()
        let session = try ONNXSession(model, runtime: runtime(), provider: .cpu, threads: 2)
        let expected = try expected(model, session.inputShapes, count: 64)
        let found = try outputs(session, count: 64)
        for (one, other) in zip(expected.joined(), found.joined()) { #expect(difference(one, other) < Self.bound) }
    }

    /// A part of a batch, such as half of one that failed, computes its own inputs and no others.
    @Test func aPartOfABatchComputesTheSame() throws {
        let session = try ONNXSession(TestModel.all[0].model(), runtime: runtime(), provider: .cpu, threads: 2)
        let batch = try session.batch(capacity: 8)
        for number in 0..<8 {
            for (memory, shape) in zip(batch.inputs, session.inputShapes) {
                Tensor(shape: shape, memory: memory, at: number).withElements { fill($0, shape: shape, number: number) }
            }
        }
        try session.run(batch.inputs, batch.outputs, from: 5, count: 2)
        let expected = try outputs(session, count: 8)
        for number in 0..<8 {
            for (output, memory) in batch.outputs.enumerated() {
                let found = Tensor(shape: session.outputShapes[output], memory: memory, at: number).values
                let reference = (5..<7).contains(number) ? expected[number][output] : found.map { _ in 0 }
                #expect(difference(reference, found) < Self.batchBound)
            }
        }
    }

    /// Batches in memory that the runtime has allocated, for which its allocator for the CPU stands in.
    @Test func pinnedMemoryGivesTheSame() throws {
        let model = try TestModel.all[0].model()
        let pool = try ONNXEngine(runtime(), provider: .cpu, pinsMemory: true).pool(of: model, threads: 1, capacity: 1)
        let expected = try expected(model, model.inputs.map { Array($0.shape.dropFirst()) }, count: 3)
        for number in 0..<3 {
            try pool.withModel { compiled in
                let input = compiled.inputs[0]
                #expect(input.memory.owner is PinnedMemory)
                input.withElements { fill($0, shape: Array(input.shape.dropFirst()), number: number) }
                try compiled.run()
                for (one, other) in zip(expected[number], compiled.outputs) {
                    #expect(difference(one, other.values) < Self.bound)
                }
            }
        }
    }

    /// The memory of the device bounds the batches of a model, and comes back with it.
    @Test func modelsShareABoundedMemory() throws {
        let memory = DeviceMemory(bound: 300_000_000)
        let engine = try ONNXEngine(runtime(), provider: .cpu, memory: memory)
        do {
            let pool = try engine.pool(of: TestModel.all[0].model(), threads: 1, capacity: 1)
            #expect(memory.taken > 50_000_000)
            #expect(memory.taken <= memory.bound)
            let error = #expect(throws: LiteRTError.self) {
                var pools: [any ModelPool] = []
                for model in TestModel.all { pools.append(try engine.pool(of: model.model(), threads: 1, capacity: 1)) }
            }
            #expect(error?.code == .gpuUnusable)
            #expect(error?.message.contains("raise LINEAMENT_CUDA_MEMORY") == true)
            #expect(try pool.withModel { $0.inputs.count } == 1)
        }
        #expect(memory.taken == 0)
    }

    /// In a process that was forked, there are no threads for it.
    @Test func aForkedProcessHasNoBatches() throws {
        let session = try ONNXSession(TestModel.all[0].model(), runtime: runtime(), provider: .cpu, threads: 1)
        let pool = BatchedModelPool(session, threads: 1, capacity: 4, process: getppid())
        let error = #expect(throws: LiteRTError.self) { try pool.withModel { $0.inputs.count } }
        #expect(error == .forked)
        #expect(error?.message.contains("forked") == true)
    }

    /// Rates of models alone, as `lineament bench --delegate gpu` prints them.
    @Test func modelsAreMeasuredByBatch() throws {
        let session = try ONNXSession(TestModel.all[0].model(), runtime: runtime(), provider: .cpu, threads: 1)
        let rates = try BatchedModelPool(session, threads: 1, capacity: 4).inferencesPerSecond([1, 8], for: 0.01)
        #expect(rates.count == 2)
        #expect(rates.allSatisfy { ($0 ?? 0) > 0 })
    }

    /// Many callers at once get the results of their own inputs.
    @Test func callersShareBatches() async throws {
        let model = try TestModel.all[0].model()
        let pool = try ONNXEngine(runtime(), provider: .cpu).pool(of: model, threads: 1, capacity: 1)
        let expected = try expected(model, model.inputs.map { Array($0.shape.dropFirst()) }, count: 8)
        try await withThrowingTaskGroup(of: Float.self) { group in
            for caller in 0..<40 {
                group.addTask {
                    try pool.withModel { compiled in
                        let input = compiled.inputs[0]
                        input.withElements { fill($0, shape: Array(input.shape.dropFirst()), number: caller % 8) }
                        try compiled.run()
                        return zip(expected[caller % 8], compiled.outputs).reduce(0) {
                            max($0, difference($1.0, $1.1.values))
                        }
                    }
                }
            }
            for try await difference in group { #expect(difference < Self.bound) }
        }
    }

    /// The probe that guards a GPU accepts what the conversion computes.
    @Test func theProbeAcceptsIt() throws {
        let model = try TestModel.all[0].model()
        let cpu = try CompiledModelPool(model, threads: 1, capacity: 1)
        let engine = try ONNXEngine(runtime(), provider: .cpu)
        let pool = try GPUModels.pool(model, engine: engine, precision: .single, cpu: cpu)
        #expect(try GPUProbe.run(pool, against: cpu).passes(.single))
        #expect(GPUModels.findings.contains { $0.model == model.name && $0.engine == engine.name })
    }

    /// That there was no memory is no verdict on the model.
    @Test func aModelThatFoundNoMemoryIsTriedAgain() throws {
        let model = try #require(TestModel.all.last).model()
        try #require(model.identity != nil)
        let cpu = try CompiledModelPool(model, threads: 1, capacity: 1)
        let memory = DeviceMemory(bound: 1 << 30)
        let engine = try ONNXEngine(runtime(), provider: .cpu, memory: memory)
        do {
            let other = try memory.share(
                for: ModelMemoryNeed(weights: (1 << 30) - (65 << 20), values: 0), maxBatch: 1, of: "another")
            let error = #expect(throws: LiteRTError.self) {
                try GPUModels.pool(model, engine: engine, precision: .single, cpu: cpu)
            }
            #expect(error?.isTemporary == true)
            withExtendedLifetime(other) {}
        }
        let pool = try GPUModels.pool(model, engine: engine, precision: .single, cpu: cpu)
        #expect(try pool.withModel { $0.inputs.count } > 0)
    }

    @Test func anOperatorWithoutConversionIsNamed() throws {
        let bundle = TestData.model("solutions.task")
        guard FileManager.default.fileExists(atPath: bundle) else { return }
        let model = try TestModel(file: "solutions.task", member: "face_landmark_with_attention.tflite").model()
        let runtime = try runtime()
        let error = #expect(throws: LiteRTError.self) {
            try ONNXSession(model, runtime: runtime, provider: .cpu, threads: 1)
        }
        #expect(error?.code == .gpuUnusable)
        #expect(error?.message.hasSuffix("there is no conversion for the operator Landmarks2TransformMatrix") == true)
    }

    /// The package for the CPU has no CUDA.
    @Test func aMissingProviderIsAnError() throws {
        let runtime = try runtime()
        guard try !runtime.has(.cuda(device: 0)) else { return }
        let error = #expect(throws: LiteRTError.self) { try ONNXEngine(runtime, provider: .cuda(device: 0)) }
        #expect(error?.code == .gpuUnusable)
        #expect(error?.message.contains("the CUDA provider of ONNX Runtime \(runtime.version) cannot be used") == true)
    }
}

/// A model of the tests, alone in its file or a member of a bundle.
struct TestModel: CustomTestStringConvertible, Sendable {
    let file: String
    var member: String?

    var testDescription: String { member.map { "\(file)/\($0)" } ?? file }

    /// All that can be converted, each once.
    static let all = [
        TestModel(file: "face_detection_short_range.tflite"),
        TestModel(file: "face_detection_full_range_sparse.tflite"),
        TestModel(file: "face_landmarker.task", member: "face_landmarks_detector.tflite"),
        TestModel(file: "face_landmarker.task", member: "face_blendshapes.tflite"),
        TestModel(file: "pose_landmarker_full.task", member: "pose_detector.tflite"),
        TestModel(file: "pose_landmarker_full.task", member: "pose_landmarks_detector.tflite"),
        TestModel(file: "hand_landmarker.task", member: "hand_detector.tflite"),
        TestModel(file: "hand_landmarker.task", member: "hand_landmarks_detector.tflite"),
        TestModel(file: "holistic_landmarker.task", member: "hand_roi_refinement.tflite"),
    ].filter { FileManager.default.fileExists(atPath: TestData.model($0.file)) }

    /// Loads the model. Bundles store their members as they are, so that one is found by its name.
    func model() throws -> Model {
        let bytes = try #require(ModelBytes(contentsOf: TestData.model(file)))
        let library = TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)")
        let part = try member.map { try #require(Self.member($0, of: bytes)) } ?? bytes
        return try Model(
            bytes: part, name: testDescription, runtime: Runtime.shared(library, searched: []), isTrusted: true,
            hasCustomOperators: file == "solutions.task")
    }

    /// Finds a stored member by the archive's directory at its end.
    private static func member(_ name: String, of bytes: ModelBytes) -> ModelBytes? {
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        guard let end = (bytes.startIndex...bytes.endIndex - 22).last(where: { number($0, 4) == 0x0605_4b50 }) else {
            return nil
        }
        var entry = number(end + 16, 4)
        for _ in 0..<number(end + 10, 2) {
            let length = number(entry + 28, 2)
            if Array(bytes[entry + 46..<entry + 46 + length]) == Array(name.utf8) {
                let local = number(entry + 42, 4)
                let start = local + 30 + number(local + 26, 2) + number(local + 28, 2)
                return bytes[start..<start + number(entry + 24, 4)]
            }
            entry += 46 + length + number(entry + 30, 2) + number(entry + 32, 2)
        }
        return nil
    }
}

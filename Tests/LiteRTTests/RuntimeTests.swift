// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Locking
import Testing

@testable import LiteRT

@Suite struct RuntimeTests {
    private static func runtime() throws -> Runtime {
        let library = TestData.assets.appendingPathComponent("lib/\(Runtime.libraryName)")
        return try Runtime.shared(library, searched: [])
    }

    private static func model(_ bytes: [UInt8]) throws -> Model {
        try Model(bytes: ModelBytes(bytes), name: "test.tflite", runtime: runtime())
    }

    private static let detector: [UInt8] = {
        let path = TestData.model("face_detection_short_range.tflite")
        return (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
    }()

    @Test func describesInputsAndOutputs() throws {
        let model = try Self.model(Self.detector)
        #expect(model.inputs.map(\.shape) == [[1, 128, 128, 3]])
        #expect(model.outputs.map(\.shape) == [[1, 896, 16], [1, 896, 1]])
        #expect(model.metadata(named: "TFLITE_METADATA") != nil)
        #expect(model.metadata(named: "no such entry") == nil)
    }

    @Test func runsModels() throws {
        let pool = try CompiledModelPool(Self.model(Self.detector), threads: 1, capacity: 2)
        try pool.withModel { compiled in
            compiled.inputs[0].withElements { $0.update(repeating: 0) }
            try compiled.run()
            #expect(compiled.outputs[1].values.allSatisfy { $0.isFinite && $0 < 0 })
        }
    }

    @Test func resultsDoNotDependOnThreads() throws {
        let model = try Self.model(Self.detector)
        let results = try [1, 2, 4].map { threads in
            let compiled = try LiteRTCompiledModel(model, threads: threads)
            for (index, _) in compiled.inputs[0].values.enumerated() {
                compiled.inputs[0][index] = Float(index % 255) / 127.5 - 1
            }
            try compiled.run()
            return compiled.outputs[0].values
        }
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    /// Copies that are in use at the same time, so that they are distinct.
    @Test func copiesShareWeights() throws {
        let pool = try CompiledModelPool(Self.model(Self.detector), threads: 1, capacity: 4)
        func outputs(_ depth: Int) throws -> [[Float]] {
            try pool.withModel { compiled in
                for index in compiled.inputs[0].values.indices {
                    compiled.inputs[0][index] = Float(index % 199) / 99.5 - 1
                }
                let others = depth > 1 ? try outputs(depth - 1) : []
                try compiled.run()
                return others + [compiled.outputs[0].values]
            }
        }
        let alone = try outputs(1)[0]
        #expect(sharedByteCount(of: pool) == 0)
        #expect(try outputs(4).allSatisfy { $0 == alone })
        #expect(sharedByteCount(of: pool) > 100_000)
    }

    /// Returns the number of bytes of weights that are shared by all copies but the first.
    private func sharedByteCount(of pool: CompiledModelPool) -> Int {
        pool.growth.withLock { growth in
            guard case .sharing(let weights) = growth else { return 0 }
            return (try? Data(contentsOf: URL(fileURLWithPath: weights.path)).count) ?? 0
        }
    }

    @Test func aPoolServesMoreCallersThanItHasModels() async throws {
        let pool = try CompiledModelPool(Self.model(Self.detector), threads: 1, capacity: 2)
        let outputs = try await withThrowingTaskGroup(of: [Float].self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try pool.withModel { compiled in
                        compiled.inputs[0].withElements { $0.update(repeating: 0.5) }
                        try compiled.run()
                        return compiled.outputs[0].values
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outputs.count == 16)
        #expect(Set(outputs).count == 1)
    }

    @Test(arguments: [0, 8, 63, 64, 4096, 100_000])
    func rejectsTruncatedModels(length: Int) {
        #expect(throws: LiteRTError.self) { try Self.model(Array(Self.detector.prefix(length))) }
    }

    @Test func rejectsOtherFiles() {
        let error = #expect(throws: LiteRTError.self) { try Self.model(Array(repeating: 7, count: 1000)) }
        #expect(error?.code == .modelUnusable)
        #expect(error?.message.hasPrefix("test.tflite is not a usable model: it is no .tflite file") == true)
    }
}

@Suite struct FlatBufferTableTests {
    /// Offsets beyond the end of a file are nothing that a table has, and do not trap.
    @Test func offsetsBeyondTheEndAreIgnored() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            var bytes = (0..<64).map { _ in UInt8.random(in: 0...40, using: &generator) }
            bytes.replaceSubrange(4..<8, with: Array("M001".utf8))
            guard let table = FlatBufferTable(root: ModelBytes(bytes), identifier: "M001") else { continue }
            _ = table.byte(0)
            _ = table.floats(1)
            _ = table.tables(2).map { $0.table(0)?.floats(0) }
        }
    }

    @Test func requiresItsIdentifier() {
        #expect(FlatBufferTable(root: ModelBytes(Array("abcdTFL3abcd".utf8)), identifier: "M001") == nil)
        #expect(FlatBufferTable(root: ModelBytes([]), identifier: "M001") == nil)
    }
}

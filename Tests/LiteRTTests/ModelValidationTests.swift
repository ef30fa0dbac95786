import Foundation
import TestSupport
import Testing

@testable import LiteRT

@Suite(.timeLimit(.minutes(10))) struct ModelValidationTests {
    private let model: [UInt8]

    init() throws {
        let path = TestData.model("face_detection_short_range.tflite")
        model = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func publishedModelsPass() throws {
        for name in ["face_detection_short_range.tflite", "face_detection_full_range_sparse.tflite"] {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: TestData.model(name))))
            #expect(ModelValidation.problem(in: bytes) == nil, "\(name)")
        }
    }

    @Test func otherFilesFail() {
        #expect(ModelValidation.problem(in: []) != nil)
        #expect(ModelValidation.problem(in: [UInt8](repeating: 0, count: 4096)) != nil)
        #expect(ModelValidation.problem(in: Array(model.prefix(64))) != nil)
    }

    /// Checking reads nothing outside the bytes and ends, whatever they are.
    @Test func damagedModelsAreRead() {
        for damaged in Damage.overwritten(model, copies: 300) { _ = ModelValidation.problem(in: damaged) }
        for damaged in Damage.cut(model) { #expect(ModelValidation.problem(in: damaged) != nil) }
    }

    /// An operator that reads a tensor beyond the last one would make the runtime read foreign memory.
    @Test func foreignTensorsAreRefused() throws {
        let graph = try #require(
            FlatBufferTable(root: model, identifier: ModelSchema.identifier)?.tables(ModelSchema.Model.subgraphs).first)
        let step = try #require(graph.tables(ModelSchema.Subgraph.operators).first)
        let inputs = try #require(step.vector(ModelSchema.Operator.inputs))
        var damaged = model
        damaged.replaceSubrange(inputs.position + 4..<inputs.position + 8, with: [0xff, 0xff, 0xff, 0x7f])
        #expect(ModelValidation.problem(in: damaged) != nil)
    }
}

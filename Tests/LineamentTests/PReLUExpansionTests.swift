// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

@Suite struct PReLUExpansionTests {
    /// Returns a member of the face landmarker's bundle. Only its landmark model has PReLU operators.
    private func bytes(_ member: String) throws -> ModelBytes {
        let file = try ModelFile.fixed(.faceLandmarker)
        return try ModelBundle(bytes: file.bytes, name: file.name).required(member)
    }

    @Test func outputsStayBitExact() throws {
        let model = try Model(
            bytes: bytes("face_landmarks_detector.tflite"), name: "landmarks", runtime: ModelFile.runtime())
        let rows = try #require(model.expandingPReLU())
        #expect(rows.inputs == model.inputs)
        #expect(rows.outputs == model.outputs)
        let (plain, repeated) = (try LiteRTCompiledModel(model, threads: 1), try LiteRTCompiledModel(rows, threads: 1))
        #expect(try XNNPACK.executes(repeated))
        var noise = SystemRandomNumberGenerator()
        for index in plain.inputs[0].values.indices {
            let value = Float.random(in: 0...1, using: &noise)
            plain.inputs[0][index] = value
            repeated.inputs[0][index] = value
        }
        try plain.run()
        try repeated.run()
        for (one, other) in zip(plain.outputs, repeated.outputs) {
            #expect(Array(one.values) == Array(other.values))
        }
    }

    @Test func onlySlopesOfNarrowPixelsAreExpanded() throws {
        let plain = try Array(bytes("face_landmarks_detector.tflite"))
        let repeated = try #require(PReLUExpansion.repeated(in: ModelBytes(plain)))
        #expect(repeated.count > plain.count)
        #expect(repeated.count < plain.count + 200_000)
        // Slopes that are already per row are not expanded again.
        #expect(PReLUExpansion.repeated(in: ModelBytes(repeated)) == nil)
        #expect(try PReLUExpansion.repeated(in: ModelBytes(Array(bytes("face_detector.tflite")))) == nil)
        #expect(PReLUExpansion.repeated(in: ModelBytes([])) == nil)
    }

    /// A model of two megabytes whose rows claim 65,536 pixels would take 64 MiB, and a model crafted for it would
    /// take any amount.
    @Test func rowsAreNotExpandedWithoutLimit() throws {
        var model = try Array(bytes("face_landmarks_detector.tflite"))
        let graph = try #require(
            FlatBufferTable(root: ModelBytes(model), identifier: ModelSchema.identifier)?
                .tables(ModelSchema.Model.subgraphs).first)
        for tensor in graph.tables(ModelSchema.Subgraph.tensors) {
            let shape = tensor.integers(ModelSchema.Tensor.shape)
            guard shape.count == 4, shape[2] > 1, let vector = tensor.vector(ModelSchema.Tensor.shape) else { continue }
            model.write(1 << 16, at: vector.element(2))
        }
        #expect(PReLUExpansion.repeated(in: ModelBytes(model)) == nil)
    }

    /// Damage anywhere results in nil or in bytes, never in a trap.
    @Test func damagedModelsDoNotTrap() throws {
        let whole = try Array(bytes("face_landmarks_detector.tflite"))
        for damaged in Damage.overwritten(whole, copies: 100) { _ = PReLUExpansion.repeated(in: ModelBytes(damaged)) }
        for cut in Damage.cut(whole) { _ = PReLUExpansion.repeated(in: ModelBytes(cut)) }
    }
}

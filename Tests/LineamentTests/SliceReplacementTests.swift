import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

/// The blendshape model ends with a slice that drops a dimension, which a GPU has no kernel for.
@Suite struct SliceReplacementTests {
    private static func bundle() throws -> ModelBundle {
        let bytes = try #require(ModelBytes(contentsOf: TestData.model("face_landmarker.task")))
        return try ModelBundle(bytes: bytes, name: "face_landmarker.task")
    }

    @Test func reshapingGivesTheSameOutputs() throws {
        let model = try Self.bundle().model("face_blendshapes.tflite")
        let replaced = try #require(model.replacingSlices())
        #expect(replaced.replacingSlices() == nil)
        #expect(replaced.outputs == model.outputs)
        #expect(replaced.identity != model.identity)
        let probe = try GPUProbe.run(
            CompiledModelPool(replaced, threads: 1, capacity: 1),
            against: CompiledModelPool(model, threads: 1, capacity: 1))
        #expect(probe.difference == 0)
        #expect(probe.largest > 0.1)
    }

    @Test func modelsWithoutSuchSlicesStayAsTheyAre() throws {
        for name in ["face_detector.tflite", "face_landmarks_detector.tflite"] {
            #expect(try Self.bundle().model(name).replacingSlices() == nil, "\(name)")
        }
    }

    /// No damage makes the replacement trap.
    @Test func damagedModelsAreNotRewrittenOrAreStillSafe() throws {
        let bytes = try Array(Self.bundle().required("face_blendshapes.tflite"))
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<20 {
                damaged[Int.random(in: 8..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = SliceReplacement.replaced(in: ModelBytes(damaged))
            _ = SliceReplacement.replaced(
                in: ModelBytes(Array(damaged.prefix(Int.random(in: 8..<bytes.count, using: &generator)))))
        }
    }
}

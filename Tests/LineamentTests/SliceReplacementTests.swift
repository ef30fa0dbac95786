// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

/// The blendshape model ends with a slice that drops a dimension, which a GPU has no kernel for.
@Suite struct SliceReplacementTests {
    @Test func reshapingGivesTheSameOutputs() throws {
        let model = try ModelBundle.ofTests("face_landmarker.task").model("face_blendshapes.tflite")
        let replaced = try #require(model.replacingSlices())
        #expect(replaced.replacingSlices() == nil)
        let probe = try replaced.probe(against: model)
        #expect(probe.difference == 0)
        #expect(probe.largest > 0.1)
    }

    @Test func modelsWithoutSuchSlicesStayAsTheyAre() throws {
        for name in ["face_detector.tflite", "face_landmarks_detector.tflite"] {
            #expect(try ModelBundle.ofTests("face_landmarker.task").model(name).replacingSlices() == nil, "\(name)")
        }
    }

    /// No damage makes the replacement trap.
    @Test func damagedModelsAreNotRewrittenOrAreStillSafe() throws {
        let bytes = try Array(ModelBundle.ofTests("face_landmarker.task").required("face_blendshapes.tflite"))
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

// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

/// The blendshape model divides by the mean distance of 146 points, which MediaPipe 1.2.3 adds in another order than 1.2.2.
@Suite struct ContiguousMeanTests {
    @Test func scoresDifferInTheirLastDigits() throws {
        let model = try ModelBundle.ofTests("face_landmarker.task").model("face_blendshapes.tflite")
        let changed = try #require(model.takingContiguousMean())
        let probe = try changed.probe(against: model)
        #expect(probe.difference < 1e-5)
        #expect(probe.largest > 0.1)
    }

    @Test func theChangeIsMadeOnce() throws {
        let model = try #require(
            try ModelBundle.ofTests("face_landmarker.task").model("face_blendshapes.tflite").takingContiguousMean())
        #expect(model.takingContiguousMean() == nil)
    }

    @Test func modelsWithoutSuchAMeanStayAsTheyAre() throws {
        for name in ["face_detector.tflite", "face_landmarks_detector.tflite"] {
            #expect(
                try ModelBundle.ofTests("face_landmarker.task").model(name).takingContiguousMean() == nil, "\(name)")
        }
    }

    /// No damage makes the search trap, or write outside the model.
    @Test func damagedModelsAreNotChangedOrAreStillSafe() throws {
        let bytes = try Array(ModelBundle.ofTests("face_landmarker.task").required("face_blendshapes.tflite"))
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<20 {
                damaged[Int.random(in: 8..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let cut = Array(damaged.prefix(Int.random(in: 8..<bytes.count, using: &generator)))
            for model in [damaged, cut] {
                let writes = ContiguousMean.writes(in: ModelBytes(model)) ?? []
                #expect(writes.allSatisfy { $0.position >= 0 && $0.position + 4 <= model.count })
            }
        }
    }
}

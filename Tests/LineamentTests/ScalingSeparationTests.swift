// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

/// The model that refines the regions of hands has convolutions of single pixels, which MediaPipe 0.10.21 rounds twice.
@Suite struct ScalingSeparationTests {
    private static let name = "hand_roi_refinement.tflite"

    private static func model() throws -> Model { try ModelBundle.ofTests("holistic_landmarker.task").model(name) }

    @Test func pointsDifferInTheirLastDigits() throws {
        let model = try Self.model()
        let changed = try #require(model.separatingScalings())
        let probe = try changed.probe(against: model)
        // In pixels of the model's input.
        #expect(probe.difference < 1e-3)
        #expect(probe.difference > 0)
    }

    /// What else is rewritten still is, and the result passes the check of models of unknown origin.
    @Test func theChangedModelIsAModelLikeOthers() throws {
        let bytes = try Array(ModelBundle.ofTests("holistic_landmarker.task").required(Self.name))
        let changed = try #require(ScalingSeparation.separated(in: ModelBytes(bytes)))
        #expect(ModelValidation.problem(in: ModelBytes(changed)) == nil)
        #expect(ScalingSeparation.separated(in: ModelBytes(changed)) == nil)
        #expect(try Self.model().separatingScalings()?.expandingPReLU() != nil)
        #expect(try Self.model().separatingScalings()?.metadata(named: "TFLITE_METADATA") != nil)
    }

    @Test func modelsWithoutSuchConvolutionsStayAsTheyAre() throws {
        for name in ["hand_detector.tflite", "hand_landmarks_detector.tflite"] {
            #expect(try ModelBundle.ofTests("hand_landmarker.task").model(name).separatingScalings() == nil, "\(name)")
        }
    }

    /// No damage makes the search or the writing trap.
    @Test func damagedModelsAreNotChangedOrAreStillSafe() throws {
        let bytes = try Array(ModelBundle.ofTests("holistic_landmarker.task").required(Self.name))
        for damaged in Damage.overwritten(bytes, copies: 200) {
            _ = ScalingSeparation.separated(in: ModelBytes(damaged))
        }
        for cut in Damage.cut(bytes) { _ = ScalingSeparation.separated(in: ModelBytes(cut)) }
    }
}

// SPDX-License-Identifier: Apache-2.0

/// The models of the holistic landmarker, among them those of the hand landmarker, to be timed one by one.
package struct HolisticLandmarkerBenchmark {
    /// The models; each `run` executes one once, on whatever its input tensor holds.
    package let stages: [(name: String, run: () throws -> Void)]

    /// Loads the models.
    /// - Throws: ``LineamentError`` if the models cannot be loaded.
    package init() throws {
        let palms = try HandLandmarkerStages(HandLandmarkerOptions()).detector.model
        let stages = try HolisticLandmarkerStages(HolisticLandmarkerOptions())
        self.stages = [
            ("palm detector: model alone", { try palms.runOnly() }),
            ("hand: model alone", { try stages.handModel.model.runOnly() }),
            ("hand region: model alone", { try stages.handRefinement.model.runOnly() }),
            ("body: model alone", { try stages.bodies.stages.landmarkModel.model.runOnly() }),
            ("face detector: model alone", { try stages.faceDetector.model.runOnly() }),
            ("face: model alone", { try stages.faceModel.model.runOnly() }),
        ]
    }
}

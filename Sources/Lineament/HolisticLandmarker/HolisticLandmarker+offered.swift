// SPDX-License-Identifier: Apache-2.0
extension HolisticLandmarker: OfferedTask {
    package static var summary: String { "Locates the landmarks of each person's body, face, and hands." }
    package static var column: String { "people" }
    package static var options: [TaskOption<HolisticLandmarkerOptions>] { HolisticLandmarkerOptions.table }

    /// Runs each model once, whether or not there is a person.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        let region = RotatedRect.wholeImage(pixels.size)
        let bodies = stages.bodies.stages
        _ = try bodies.people(in: pixels, rotation: 0)
        _ = try bodies.landmarkModel.predict(pixels, in: region, minPresence: -.infinity, usesAllThreads: true)
        _ = try stages.faceDetector.faces(in: pixels, region: region, minScore: 1, iouThreshold: 1)
        _ = try stages.handRefinement.refined(region, in: pixels, usesAllThreads: true)
        _ = try stages.handModel.predict(pixels, in: region, minPresence: -.infinity, usesAllThreads: true)
        if let face = try stages.faceModel.predict(pixels, in: region, usesAllThreads: true) {
            _ = try stages.blendshapes(of: [face.landmarks], in: pixels.size)
        }
    }
}

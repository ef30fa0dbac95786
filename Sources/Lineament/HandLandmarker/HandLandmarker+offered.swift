// SPDX-License-Identifier: Apache-2.0
extension HandLandmarker: OfferedTask {
    package static var summary: String {
        "Locates \(HandLandmark.allCases.count) landmarks on each hand, in the image and in meters, and tells left from right."
    }
    package static var column: String { "hands" }
    package static var options: [TaskOption<HandLandmarkerOptions>] { HandLandmarkerOptions.table }

    /// Runs each model once, whether or not there is a hand.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        _ = try stages.palms(in: pixels, rotation: 0)
        _ = try stages.landmarkModel.predict(
            pixels, in: .wholeImage(pixels.size), minPresence: -.infinity, usesAllThreads: true)
    }
}

// SPDX-License-Identifier: Apache-2.0
extension PoseLandmarker: OfferedTask {
    package static var summary: String {
        "Locates \(PoseLandmark.allCases.count) landmarks on each person, in the image and in meters."
    }
    package static var column: String { "poses" }
    package static var options: [TaskOption<PoseLandmarkerOptions>] { PoseLandmarkerOptions.table }

    /// Runs each model once, whether or not there is a person.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        _ = try stages.people(in: pixels, rotation: 0)
        _ = try stages.landmarkModel.predict(
            pixels, in: .wholeImage(pixels.size), minPresence: -.infinity, usesAllThreads: true)
    }
}

extension HandLandmarker {
    /// Runs each model once, whether or not there is a hand.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        _ = try stages.palms(in: pixels, rotation: 0)
        _ = try stages.landmarkModel.predict(
            pixels, in: .wholeImage(pixels.size), minPresence: -.infinity, usesAllThreads: true)
    }
}

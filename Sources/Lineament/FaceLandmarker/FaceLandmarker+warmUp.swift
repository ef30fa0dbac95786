extension FaceLandmarker {
    /// Runs each model once, whether or not there is a face.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        _ = try stages.candidates(in: pixels, rotation: 0, limit: 1)
        let region = RotatedRect.wholeImage(pixels.size)
        if let prediction = try stages.landmarkModel.predict(pixels, in: region, usesAllThreads: true) {
            _ = try stages.attributes(of: prediction.landmarks, in: pixels.size)
        }
    }
}

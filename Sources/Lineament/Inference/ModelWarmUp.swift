// One run of each model of a task on a gray image, for programs that try a model of unknown origin before they trust
// it.

extension FaceDetector {
    /// Runs each model once.
    package func runModelsOnce() throws { _ = try faces(in: .gray()) }
}

extension FaceLandmarker {
    /// Runs each model once, whether or not there is a face.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        _ = try stages.detectedRegions(in: pixels, rotation: 0, limit: 1)
        let region = RotatedRect.wholeImage(pixels.size)
        if let prediction = try stages.landmarkModel.predict(pixels, in: region, usesAllThreads: true) {
            _ = try stages.attributes(of: prediction.landmarks, in: pixels.size)
        }
    }
}

extension PoseLandmarker {
    /// Runs each model once, whether or not there is a person.
    package func runModelsOnce() throws {
        let stages = task.pipeline.stages
        let pixels = try MPImage.gray().pixels
        _ = try stages.people(in: pixels, rotation: 0)
        _ = try stages.landmarkModel.predict(
            pixels, in: .wholeImage(pixels.size), minPresence: -.infinity, usesAllThreads: true)
    }
}

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

extension HolisticLandmarker {
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

extension MPImage {
    fileprivate static func gray() throws -> MPImage {
        let side = 64
        return try MPImage(
            pixelBuffer: PixelBuffer(
                copying: [UInt8](repeating: 128, count: side * side), width: side, height: side, format: .gray8))
    }
}

extension FaceAnalyzer {
    /// Runs each model once, whether or not there is a face; that of blendshapes only if there is one.
    package func runModelsOnce() throws { try task.pipeline.analysis.runModelsOnce(on: .gray()) }
}

extension FaceAnalysis {
    fileprivate func runModelsOnce(on image: MPImage) throws {
        let image = try UprightImage(image)
        _ = try analyzer.detect(in: image)
        let size = SIMD2(Float(image.width), Float(image.height))
        _ = try analyzer.analyze([FaceAttributes(boxOrigin: .zero, boxSize: size, score: 1)], in: image)
    }
}

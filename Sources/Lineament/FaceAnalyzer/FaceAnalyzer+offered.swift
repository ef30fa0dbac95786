// SPDX-License-Identifier: Apache-2.0
extension FaceAnalyzer: OfferedTask {
    package static var summary: String { "Detects faces and reports ML Kit's values for each." }
    package static var column: String { "faces" }
    package static var takesModel: Bool { false }
    package static var options: [TaskOption<FaceAnalyzerOptions>] { FaceAnalyzerOptions.table }

    /// Runs the detector and the landmark model once. The model of blendshapes, which needs a confirmed face, is not run.
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

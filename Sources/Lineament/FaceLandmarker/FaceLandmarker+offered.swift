// SPDX-License-Identifier: Apache-2.0
extension FaceLandmarker: OfferedTask {
    package static var summary: String {
        "Locates \(FaceMeshLandmark.count) landmarks on each face, and optionally computes blendshapes and head pose."
    }
    package static var column: String { "faces" }
    package static var options: [TaskOption<FaceLandmarkerOptions>] { FaceLandmarkerOptions.table }

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

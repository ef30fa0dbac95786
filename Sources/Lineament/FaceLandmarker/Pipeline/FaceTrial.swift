// SPDX-License-Identifier: Apache-2.0

/// A detected face at which the landmark model looks in several regions.
struct FaceTrial: Sendable {
    let model: FaceLandmarkModel
    let pixels: PixelBuffer
    let detection: RawDetection
    /// The region in which the detector's eyes are level.
    let region: RotatedRect
    /// Whether an inference may use all threads.
    let usesAllThreads: Bool

    /// The width of the detector's box, in pixels.
    var width: Float { detection.box.size.x * pixels.size.width }

    /// Whether a part of the face's region lies outside the image.
    var isCut: Bool { !region.region(in: pixels.size).isInside(pixels.size) }

    /// Returns what the model predicts in a region; `nil` if the region has no area.
    func prediction(in region: RotatedRect, border: BorderMode) throws -> FaceLandmarkModel.Prediction? {
        try model.predict(pixels, in: region, border: border, usesAllThreads: usesAllThreads)
    }

    /// Returns what the model predicts in the region around its own landmarks, in which the eyes are level; the stronger of
    /// both.
    func followed(
        _ prediction: FaceLandmarkModel.Prediction, border: BorderMode
    ) throws -> FaceLandmarkModel.Prediction {
        let region = FaceRegion.around(prediction.landmarks, in: pixels.size)
        guard let next = try self.prediction(in: region, border: border), next.logit > prediction.logit else {
            return prediction
        }
        return next
    }
}

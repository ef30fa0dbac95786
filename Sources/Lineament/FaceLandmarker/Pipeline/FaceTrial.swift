// SPDX-License-Identifier: Apache-2.0

/// A detected face at which the landmark model looks in several regions, and what it has found so far.
struct FaceTrial: Sendable {
    let model: FaceLandmarkModel
    let pixels: PixelBuffer
    let detection: RawDetection
    /// The region in which the detector's eyes are level.
    let region: RotatedRect
    /// The landmark model's prediction in ``region``.
    let first: FaceLandmarkModel.Prediction
    /// The landmarks of the face; `nil` while no region shows any.
    private(set) var prediction: FaceLandmarkModel.Prediction?
    /// Whether ``prediction`` is that of another region.
    private(set) var isImproved = false
    /// The number of inferences after the first.
    private(set) var inferenceCount = 0
    /// Whether an inference may use all threads.
    var usesAllThreads = true

    /// - Parameter minPresence: The presence score that a face must exceed.
    init(
        model: FaceLandmarkModel, pixels: PixelBuffer, detection: RawDetection, region: RotatedRect,
        first: FaceLandmarkModel.Prediction, minPresence: Float
    ) {
        self.model = model
        self.pixels = pixels
        self.detection = detection
        self.region = region
        self.first = first
        prediction = first.presence > minPresence ? first : nil
    }

    /// The width of the detector's box, in pixels.
    var width: Float { detection.box.size.x * pixels.size.width }

    /// Whether a part of the face's region lies outside the image.
    var isCut: Bool { !region.region(in: pixels.size).isInside(pixels.size) }

    /// Takes the landmarks of another region.
    mutating func improve(_ prediction: FaceLandmarkModel.Prediction) {
        self.prediction = prediction
        isImproved = true
    }

    /// Returns the model's prediction in a region; `nil` if the region has no area.
    mutating func prediction(in region: RotatedRect, border: BorderMode) throws -> FaceLandmarkModel.Prediction? {
        inferenceCount += 1
        return try model.predict(pixels, in: region, border: border, usesAllThreads: usesAllThreads)
    }

    /// Returns the model's prediction in the region around its own landmarks, in which the eyes are level; the stronger
    /// of both.
    mutating func followed(
        _ prediction: FaceLandmarkModel.Prediction, border: BorderMode
    ) throws -> FaceLandmarkModel.Prediction {
        let region = FaceRegion.around(prediction.landmarks, in: pixels.size)
        guard let next = try self.prediction(in: region, border: border), next.logit > prediction.logit else {
            return prediction
        }
        return next
    }
}

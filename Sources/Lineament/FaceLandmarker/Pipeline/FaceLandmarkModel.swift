// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The face landmark model: predicts 478 landmarks in the region of a face.
///
/// The region comes from ``FaceRegion``, either of a detection or of the landmarks of the previous frame.
struct FaceLandmarkModel: Sendable {
    /// The number of landmarks: 468 of the mesh and 5 of each iris.
    static let landmarkCount = 478

    /// The output of the model for one region.
    struct Prediction: Sendable {
        /// The probability that the region shows a face, 0 to 1.
        var presence: Float
        /// The model's output of which ``presence`` is the logistic function. It still differs where presence is 1.
        var logit: Float
        var landmarks: LandmarkSet
    }

    let model: ImageModel

    init(_ model: Model, threading: Threading) throws {
        self.model = try ImageModel(
            model, outputSizes: [[Self.landmarkCount * 3], [1]], threading: threading, style: .tasks)
    }

    /// Predicts the landmarks in a region.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - rect: The region, in fractions of the image.
    ///   - border: The value of pixels outside the image. Default: MediaPipe's.
    ///   - usesAllThreads: Whether this inference may use all threads.
    /// - Returns: `nil` if the region has no area.
    func predict(
        _ pixels: PixelBuffer, in rect: RotatedRect, border: BorderMode = .replicate, usesAllThreads: Bool
    ) throws -> Prediction? {
        let size = pixels.size
        let region = rect.region(in: size)
        let projection = Projection(from: region, to: size, style: .tasks)
        let side = SIMD3(Float(model.input.width), Float(model.input.height), Float(model.input.width))
        return try model.run(on: pixels, region: region, border: border, usesAllThreads: usesAllThreads) {
            outputs in
            let landmarks = outputs[0].withElements { values in
                (0..<Self.landmarkCount).map { index in
                    let raw = SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]) / side
                    let point = projection(SIMD2(raw.x, raw.y))
                    return SIMD3(point.x, point.y, raw.z * projection.depthScale)
                }
            }
            let logit = outputs[1].withElements { $0[0] }
            return Prediction(presence: sigmoid(logit, style: .tasks), logit: logit, landmarks: landmarks)
        }
    }
}

internal import LiteRT

/// Finds 478 landmarks in the region of a face.
struct FaceMesh: Sendable {
    static let landmarkCount = 478

    /// What the model says of one region.
    struct Prediction: Sendable {
        /// How sure the model is that the region holds a face, 0 to 1.
        var presence: Float
        var landmarks: LandmarkSet
    }

    let model: ImageModel

    init(_ model: Model, threads: ThreadPlan) throws {
        self.model = try ImageModel(model, outputSizes: [[Self.landmarkCount * 3], [1]], threads: threads)
    }

    /// - Parameter isAlone: whether no other region is worked on meanwhile.
    /// - Returns: nil if the region has no area.
    func predict(_ pixels: PixelBuffer, in rect: RotatedRect, isAlone: Bool) throws -> Prediction? {
        let size = pixels.size
        let region = rect.region(in: size)
        let projection = Projection(from: region, to: size)
        let side = SIMD3(Float(model.image.width), Float(model.image.height), Float(model.image.width))
        return try model.run(on: pixels, region: region, border: .replicate, isAlone: isAlone) { outputs in
            let values = outputs[0].elements
            let landmarks = (0..<Self.landmarkCount).map { index in
                let raw = SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]) / side
                let point = projection(SIMD2(raw.x, raw.y))
                return SIMD3(point.x, point.y, raw.z * projection.depthScale)
            }
            return Prediction(presence: sigmoid(outputs[1].elements[0]), landmarks: landmarks)
        }
    }
}

/// A detection before it becomes a public result: box and keypoints in fractions of the tensor or the image.
struct RawDetection: Sendable {
    var box: BoundingBox
    var score: Float
    var keypoints: [SIMD2<Float>]
}

extension RawDetection {
    /// The detection seen through `projection`; its box becomes the one that bounds the four projected corners.
    func projected(by projection: Projection) -> RawDetection {
        let corners = [
            projection(box.minimum), projection(SIMD2(box.maximum.x, box.minimum.y)),
            projection(box.maximum), projection(SIMD2(box.minimum.x, box.maximum.y)),
        ]
        let bounds = BoundingBox(
            minimum: corners.dropFirst().reduce(corners[0], pointwiseMin),
            maximum: corners.dropFirst().reduce(corners[0], pointwiseMax))
        return RawDetection(box: bounds, score: score, keypoints: keypoints.map { projection($0) })
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A detection before it becomes a public result.
struct RawDetection: Sendable {
    /// The bounding box, in fractions of the region or of the image.
    var box: BoundingBox
    /// The score, 0 to 1.
    var score: Float
    /// The keypoints, in the same frame as the box.
    var keypoints: [SIMD2<Float>]
}

extension RawDetection {
    /// Returns the detection mapped by `projection`. Its box becomes the bounding box of the four projected corners, as
    /// in MediaPipe's `detection_projection_calculator.cc`.
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

extension RawDetection: Flippable {
    /// Returns the detection in the flipped image; it is in fractions of the image, whatever its size.
    func flipped(in size: ImageSize) -> RawDetection {
        var box = box
        box.minimum.x = 1 - box.maximum.x
        return RawDetection(box: box, score: score, keypoints: keypoints.map { SIMD2(1 - $0.x, $0.y) })
    }
}

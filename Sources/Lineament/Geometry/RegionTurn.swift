// SPDX-License-Identifier: Apache-2.0

/// Maps points and vectors from a region to the image, as in MediaPipe's `landmark_projection_calculator.cc` and
/// `world_landmark_projection_calculator.cc`.
struct RegionTurn: Sendable {
    private let rect: RotatedRect
    private let cosine: Float
    private let sine: Float

    init(_ rect: RotatedRect, style: GraphStyle) {
        self.rect = rect
        cosine = style.cosine(rect.rotation)
        sine = style.sine(rect.rotation)
    }

    /// Returns a vector of the region rotated into the axes of the image.
    func turned(_ point: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(cosine * point.x - sine * point.y, sine * point.x + cosine * point.y, point.z)
    }

    /// Returns a point, given in fractions of the region's sides, in fractions of the image.
    func placed(_ point: SIMD3<Float>) -> SIMD3<Float> {
        let turned = turned(SIMD3(point.x - 0.5, point.y - 0.5, point.z))
        return SIMD3(
            turned.x * rect.width + rect.xCenter, turned.y * rect.height + rect.yCenter, point.z * rect.width)
    }
}

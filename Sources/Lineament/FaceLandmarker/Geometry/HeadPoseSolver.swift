internal import Foundation

/// Places the canonical face in front of a camera so that it covers the landmarks.
///
/// The camera is at the origin and looks along −z, x to the image's right, y up, in centimetres; its vertical
/// field of view is 63°. The method is MediaPipe's: two rounds to find the face's scale, then a fit.
struct HeadPoseSolver: Sendable {
    private static let near = 1.0
    private static let verticalFieldOfView = 63.0 * Double.pi / 180
    /// Landmarks closer together than this, in fractions of the image, say nothing about a pose.
    private static let smallestExtent: Float = 1e-3

    /// The landmarks that count, where they are on the canonical face, and how much they count.
    private let landmarks: [Int]
    private let vertices: [SIMD3<Double>]
    private let weights: [Double]

    init(face: CanonicalFace) {
        landmarks = face.weights.map(\.landmark)
        vertices = face.weights.map { face.vertices[$0.landmark] }
        weights = face.weights.map(\.weight)
    }

    /// The 4×4 matrix, row by row, from canonical coordinates to camera space.
    /// - Returns: nil if the landmarks are too close together, or no fit exists.
    func transformation(for landmarks: LandmarkSet, in size: ImageSize) -> [Float]? {
        let points = landmarks.prefix(CanonicalFace.vertexCount)
        guard Self.extent(of: points) > Self.smallestExtent else { return nil }
        let screen = ScreenPoints(
            self.landmarks, of: points, size: size, height: 2 * Self.near * tan(Self.verticalFieldOfView / 2))
        guard let first = scale(ofFitTo: screen.mirroredInDepth),
            let second = scale(ofFitTo: screen.unprojected(scale: first, near: Self.near)),
            let fit = fit(to: screen.unprojected(scale: first * second, near: Self.near))
        else { return nil }
        return fit.matrix
    }

    private func scale(ofFitTo points: [SIMD3<Double>]) -> Double? { fit(to: points)?.scale }

    private func fit(to points: [SIMD3<Double>]) -> SimilarityFit? {
        SimilarityFit(from: vertices, to: points, weights: weights)
    }

    /// The largest distance of a landmark from their mean.
    private static func extent(of points: ArraySlice<SIMD3<Float>>) -> Float {
        let sum = points.reduce(SIMD3<Float>.zero, +)
        let mean = sum / Float(points.count)
        let largest = points.reduce(Float.zero) { largest, point in
            let d = point - mean
            return max(largest, d.x * d.x + d.y * d.y)
        }
        return largest.squareRoot()
    }
}

/// Some landmarks on the near plane of the camera, with a depth relative to the mean of all.
private struct ScreenPoints {
    private let points: [SIMD3<Double>]
    private let meanDepth: Double

    init(_ chosen: [Int], of landmarks: ArraySlice<SIMD3<Float>>, size: ImageSize, height: Double) {
        let width = height * Double(size.width) / Double(size.height)
        points = chosen.map { index in
            let landmark = landmarks[index]
            return SIMD3(
                Double(landmark.x) * width - width / 2, (1 - Double(landmark.y)) * height - height / 2,
                Double(landmark.z) * width)
        }
        meanDepth = landmarks.reduce(0) { $0 + Double($1.z) * width } / Double(landmarks.count)
    }

    var mirroredInDepth: [SIMD3<Double>] { points.map { SIMD3($0.x, $0.y, -$0.z) } }

    func unprojected(scale: Double, near: Double) -> [SIMD3<Double>] {
        points.map { point in
            let depth = (point.z - meanDepth + near) / scale
            return SIMD3(point.x * depth / near, point.y * depth / near, -depth)
        }
    }
}

extension SimilarityFit {
    /// The fit as a 4×4 matrix, row by row.
    fileprivate var matrix: [Float] {
        let rows = (0..<3).flatMap { row -> [Double] in
            let axis = rotation[row] * scale
            return [axis.x, axis.y, axis.z, translation[row]]
        }
        return (rows + [0, 0, 0, 1]).map { Float($0) }
    }
}

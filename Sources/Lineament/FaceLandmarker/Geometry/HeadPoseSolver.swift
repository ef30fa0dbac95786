// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Solves for the transformation that places the canonical face in front of a camera so that it projects onto the
/// landmarks.
///
/// The camera is at the origin and looks along −z, with x to the right of the image and y up, in centimeters. The method
/// is that of MediaPipe's `geometry_pipeline.cc`: two rounds estimate the scale of the face, then a weighted similarity
/// transform is fitted. Runs last in the face landmarker pipeline.
struct HeadPoseSolver: Sendable {
    /// The distance of the camera's near plane, in centimeters.
    private static let near = 1.0
    /// The extent, in fractions of the image, below which landmarks do not determine a pose.
    private static let minExtent: Float = 1e-3

    /// The indices of the landmarks that take part in the fit; ``vertices`` and ``weights`` are parallel to it.
    private let landmarks: [Int]
    private let vertices: [SIMD3<Double>]
    private let weights: [Double]
    /// The vertical field of view of the camera, in radians.
    private let verticalFieldOfView: Double
    /// The focal length of the camera, in pixels; `nil` if only its field of view is known.
    private let focalLength: Double?

    /// Selects the vertices of `face` that have a weight.
    /// - Parameters:
    ///   - verticalFieldOfView: The vertical field of view of the camera, in degrees.
    ///   - focalLength: The focal length of the camera in pixels, which takes its place.
    init(face: CanonicalFace, verticalFieldOfView: Double, focalLength: Double? = nil) {
        self.verticalFieldOfView = verticalFieldOfView * Double.pi / 180
        self.focalLength = focalLength
        landmarks = face.weights.map(\.landmark)
        vertices = face.weights.map { face.vertices[$0.landmark] }
        weights = face.weights.map(\.weight)
    }

    /// Returns the 4×4 matrix from canonical coordinates to camera space, in row-major order.
    /// - Parameters:
    ///   - landmarks: The 478 landmarks, in fractions of the image.
    ///   - size: The size of the image, in pixels.
    /// - Returns: `nil` if the landmarks are too close together or the fit has no solution.
    func transformation(for landmarks: LandmarkSet, in size: ImageSize) -> [Float]? {
        pose(of: landmarks, in: size)?.matrix
    }

    /// Returns the pose of a face.
    /// - Parameters:
    ///   - landmarks: The 478 landmarks, in fractions of the image.
    ///   - size: The size of the image, in pixels.
    /// - Returns: `nil` if the landmarks are too close together or the fit has no solution.
    func pose(of landmarks: LandmarkSet, in size: ImageSize) -> HeadPose? {
        let points = landmarks.prefix(CanonicalFace.vertexCount)
        guard Self.extent(of: points) > Self.minExtent else { return nil }
        let screen = ScreenPoints(self.landmarks, of: points, size: size, height: nearHeight(size))
        guard let first = scale(ofFitTo: screen.mirroredInDepth),
            let second = scale(ofFitTo: screen.unprojected(scale: first, near: Self.near)),
            let fit = fit(to: screen.unprojected(scale: first * second, near: Self.near))
        else { return nil }
        return HeadPose(matrix: fit.matrix, scale: first * second)
    }

    /// Returns the landmarks in camera space, in centimeters, at the depths that a face of this scale has: what the canonical
    /// face is fitted to. The irises, which it does not have, are at theirs.
    func mesh(of landmarks: LandmarkSet, in size: ImageSize, pose: HeadPose) -> [SIMD3<Float>] {
        ScreenPoints(Array(landmarks.indices), of: landmarks[...], size: size, height: nearHeight(size))
            .unprojected(scale: pose.scale, near: Self.near).map { SIMD3<Float>($0) }
    }

    /// The height of the near plane that the camera sees, in centimeters.
    private func nearHeight(_ size: ImageSize) -> Double {
        if let focalLength { return Self.near * Double(size.height) / focalLength }
        return 2 * Self.near * tan(verticalFieldOfView / 2)
    }

    private func scale(ofFitTo points: [SIMD3<Double>]) -> Double? { fit(to: points)?.scale }

    private func fit(to points: [SIMD3<Double>]) -> SimilarityFit? {
        SimilarityFit(from: vertices, to: points, weights: weights)
    }

    /// Returns the largest distance of a landmark from the mean of all, in x and y.
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

/// Where a head is in camera space.
struct HeadPose {
    /// The 4×4 matrix from canonical coordinates to camera space, in row-major order.
    let matrix: [Float]
    /// The size of the face on the near plane, as a multiple of its size in space.
    let scale: Double
}

/// The selected landmarks on the near plane of the camera, with depths relative to the mean depth of all landmarks.
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
        let vertices = landmarks.prefix(CanonicalFace.vertexCount)
        meanDepth = vertices.reduce(0) { $0 + Double($1.z) * width } / Double(vertices.count)
    }

    /// The points with their depth negated, as in camera space, which looks along −z.
    var mirroredInDepth: [SIMD3<Double>] { points.map { SIMD3($0.x, $0.y, -$0.z) } }

    /// Returns the points moved off the near plane to the depths that a face of the given scale has.
    func unprojected(scale: Double, near: Double) -> [SIMD3<Double>] {
        points.map { point in
            let depth = (point.z - meanDepth + near) / scale
            return SIMD3(point.x * depth / near, point.y * depth / near, -depth)
        }
    }
}

extension SimilarityFit {
    /// The transform as a 4×4 matrix, in row-major order.
    fileprivate var matrix: [Float] {
        let rows = (0..<3).flatMap { row -> [Double] in
            let axis = rotation[row] * scale
            return [axis.x, axis.y, axis.z, translation[row]]
        }
        return (rows + [0, 0, 0, 1]).map { Float($0) }
    }
}

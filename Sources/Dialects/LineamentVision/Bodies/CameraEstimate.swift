// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Estimates where the camera was, relative to a person.
///
/// The camera is assumed to have a vertical field of view of 63 degrees and its axis in the middle of the image, as for
/// the transformation matrices of faces; an image does not tell. Of all translations of the person, the one is taken
/// that best projects the landmarks in meters onto those in the image, in the sense of least squares, weighted by
/// visibility.
enum CameraEstimate {
    private static let verticalFieldOfView: Float = 63 * .pi / 180

    /// Returns the translation from the person's origin to the camera's frame: x to the right of the image, y down, z
    /// away from the camera, in meters; `nil` if the landmarks do not determine it.
    static func translation(of body: DetectedBody) -> SIMD3<Float>? {
        let focalLength = 0.5 / tan(verticalFieldOfView / 2)
        let aspect = body.imageSize.x / body.imageSize.y
        // The normal equations of two equations per landmark; unit: image heights.
        var matrix = [SIMD3<Double>](repeating: .zero, count: 3)
        var right = SIMD3<Double>.zero
        for (index, world) in body.world.enumerated() {
            let image = (body.points[index].xy - 0.5) * SIMD2(aspect, 1)
            let weight = Double(body.visibility[index] * body.visibility[index])
            let rows: [(SIMD3<Float>, Float)] = [
                (SIMD3(focalLength, 0, -image.x), image.x * world.z - focalLength * world.x),
                (SIMD3(0, focalLength, -image.y), image.y * world.z - focalLength * world.y),
            ]
            for (row, value) in rows {
                let row = SIMD3<Double>(row)
                for axis in 0..<3 { matrix[axis] += row * row[axis] * weight }
                right += row * Double(value) * weight
            }
        }
        guard let solution = solve(matrix, right) else { return nil }
        let translation = SIMD3<Float>(solution)
        return translation.z > 0 ? translation : nil
    }

    /// Solves three linear equations by Cramer's rule; `nil` if they are dependent.
    private static func solve(_ rows: [SIMD3<Double>], _ right: SIMD3<Double>) -> SIMD3<Double>? {
        func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
        }
        // The matrix is symmetric, so its rows are also its columns.
        let whole = determinant(rows[0], rows[1], rows[2])
        guard whole.isFinite, abs(whole) > 1e-12 else { return nil }
        return SIMD3(
            determinant(right, rows[1], rows[2]), determinant(rows[0], right, rows[2]),
            determinant(rows[0], rows[1], right)) / whole
    }
}

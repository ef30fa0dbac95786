// SPDX-License-Identifier: Apache-2.0

/// The rotation, uniform scale and translation that best map one set of weighted points to another.
///
/// Solves the weighted orthogonal Procrustes problem, as MediaPipe's `procrustes_solver.cc` does. The rotation comes
/// from a singular value decomposition and is never a reflection.
struct SimilarityFit {
    let rotation: Matrix3
    let scale: Double
    let translation: SIMD3<Double>

    /// The magnitude below which a weight, norm or scale counts as 0, as in MediaPipe.
    private static let smallest = 1e-9

    /// Fits the transform.
    /// - Parameters:
    ///   - source: The points to map.
    ///   - target: Their counterparts, in the same order.
    ///   - weights: The weight of each pair; not negative.
    /// - Returns: `nil` if the points do not determine a transform.
    init?(from source: [SIMD3<Double>], to target: [SIMD3<Double>], weights: [Double]) {
        let total = weights.reduce(0, +)
        guard total > Self.smallest else { return nil }
        var mean = SIMD3<Double>.zero
        for (point, weight) in zip(source, weights) { mean += point * (weight / total) }

        var design = Matrix3.zero
        for index in source.indices {
            let centered = source[index] - mean
            let weighted = target[index] * weights[index]
            for row in 0..<3 { design[row] += centered * weighted[row] }
        }
        guard design.norm > Self.smallest else { return nil }
        let rotation = design.nearestRotation

        var numerator = 0.0
        var denominator = 0.0
        for index in source.indices {
            let centered = source[index] - mean
            numerator += weights[index] * (rotation * centered).dot(target[index])
            denominator += weights[index] * centered.dot(source[index])
        }
        guard denominator > Self.smallest, numerator / denominator > Self.smallest else { return nil }
        let scale = numerator / denominator

        var translation = SIMD3<Double>.zero
        for index in source.indices {
            translation += (target[index] - (rotation * source[index]) * scale) * (weights[index] / total)
        }
        self.rotation = rotation
        self.scale = scale
        self.translation = translation
    }
}

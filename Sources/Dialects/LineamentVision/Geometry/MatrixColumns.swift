// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(simd)
    internal import simd
#endif

/// The columns of a matrix. Unlike simd's matrices, they are `Hashable` and `Codable` on all systems.
struct MatrixColumns: Sendable, Hashable, Codable {
    private let first: SIMD4<Float>
    private let second: SIMD4<Float>
    private let third: SIMD4<Float>
    private let fourth: SIMD4<Float>

    init(_ matrix: simd_float4x4) { (first, second, third, fourth) = matrix.columns }

    /// The matrix.
    var matrix: simd_float4x4 { simd_float4x4(first, second, third, fourth) }
    /// The translation of a transform.
    var translation: SIMD3<Float> { SIMD3(fourth.x, fourth.y, fourth.z) }
}

extension simd_float4x4 {
    /// Creates a transform that only translates.
    init(translation: SIMD3<Float>) {
        self.init(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(translation, 1))
    }
}

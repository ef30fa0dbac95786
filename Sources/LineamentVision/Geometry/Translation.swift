#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(simd)
    internal import simd
#endif

extension simd_float4x4 {
    /// Creates a transform that only translates.
    init(translation: SIMD3<Float>) {
        self.init(SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(translation, 1))
    }

    /// The columns as an array.
    var columnList: [SIMD4<Float>] { [columns.0, columns.1, columns.2, columns.3] }
}

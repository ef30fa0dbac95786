// SPDX-License-Identifier: Apache-2.0
extension SIMD where Scalar: FloatingPoint {
    /// The Euclidean length.
    package var length: Scalar { (self * self).sum().squareRoot() }
}

extension SIMD3 {
    /// The first two elements.
    package var xy: SIMD2<Scalar> { SIMD2(x, y) }
}

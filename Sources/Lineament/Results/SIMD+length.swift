extension SIMD where Scalar: FloatingPoint {
    /// The Euclidean length.
    package var length: Scalar { (self * self).sum().squareRoot() }
}

// SPDX-License-Identifier: Apache-2.0
extension Collection where Element: SIMD, Element.Scalar: FloatingPoint {
    /// The smallest and the largest value of each coordinate, which are the corners of the smallest box around the
    /// points; `nil` if there are no points.
    package var corners: (low: Element, high: Element)? {
        guard let first else { return nil }
        return (low: dropFirst().reduce(first, pointwiseMin), high: dropFirst().reduce(first, pointwiseMax))
    }
}

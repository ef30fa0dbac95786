extension Collection where Element: SIMD, Element.Scalar: FloatingPoint {
    /// The smallest and the largest value of each coordinate, which are the corners of the smallest box around the
    /// points; `nil` if there are no points. Coordinates that are not numbers are passed over.
    package var corners: (low: Element, high: Element)? {
        guard !isEmpty else { return nil }
        return (
            low: reduce(Element(repeating: .infinity), pointwiseMin),
            high: reduce(Element(repeating: -.infinity), pointwiseMax)
        )
    }
}

extension SIMD3 {
    /// The first two elements.
    package var xy: SIMD2<Scalar> { SIMD2(x, y) }
}

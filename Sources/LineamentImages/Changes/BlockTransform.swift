// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The discrete cosine transform of a block of 8 × 8 samples (ITU-T T.81, A.3.3).
struct BlockTransform {
    /// The waves, by their frequency.
    private let waves: [SIMD8<Float>] = (0..<8).map { frequency in
        let scale = frequency == 0 ? 0.125.squareRoot() : 0.5
        return SIMD8((0..<8).map { Float(scale * cos((2 * Double($0) + 1) * Double(frequency) * .pi / 16)) })
    }
    /// The same, by their place.
    private let places: [SIMD8<Float>]

    /// The largest coefficient that files with 8 bits a sample may have.
    private static let limit: Float = 1023

    init() {
        let waves = waves
        places = (0..<8).map { place in SIMD8(waves.map { $0[place] }) }
    }

    /// Writes the coefficients of a block, in natural order.
    /// - Parameters:
    ///   - rows: The samples, -128 to 127, a vector for each of eight rows.
    ///   - steps: The steps of quantization.
    func write(
        _ rows: UnsafeMutableBufferPointer<SIMD8<Float>>, steps: [SIMD8<Float>],
        to coefficients: UnsafeMutablePointer<Int16>
    ) {
        let low = SIMD8<Float>(repeating: -Self.limit)
        let high = SIMD8<Float>(repeating: Self.limit)
        // Along the rows, in place.
        for y in 0..<8 {
            let row = rows[y]
            var sums = SIMD8<Float>.zero
            for x in 0..<8 { sums += places[x] * row[x] }
            rows[y] = sums
        }
        for (frequency, wave) in waves.enumerated() {
            var sums = SIMD8<Float>.zero
            for y in 0..<8 { sums += rows[y] * wave[y] }
            let values = (sums.clamped(lowerBound: low, upperBound: high) / steps[frequency]).rounded(.toNearestOrEven)
            for x in 0..<8 { coefficients[8 * frequency + x] = Int16(values[x]) }
        }
    }
}

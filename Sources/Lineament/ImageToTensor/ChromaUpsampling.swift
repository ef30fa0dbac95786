// SPDX-License-Identifier: Apache-2.0
internal import CLineamentKernels

/// The filter that upsamples half-resolution chroma along a row or column: four samples per pixel, with integer
/// weights.
///
/// The weights are those of libswscale's bicubic filter (B = 0, C = 0.6) with chroma centered between pixels, computed
/// with libswscale's own integer arithmetic, so that colors equal those of frames converted by it. Used by
/// ``YUVConverter`` in both directions.
struct ChromaUpsampling {
    /// The first of the four samples of each pixel.
    let first: [Int32]
    /// The four weights of each pixel, which sum to `unit`.
    let weights: [Int16]

    /// The number of samples per pixel.
    static let taps = 4

    private let samples: Int

    /// Computes the weights for some pixels of a row or column.
    /// - Parameters:
    ///   - pixels: The indices of the pixels.
    ///   - length: The length of the row or column. From 13 pixels on, the weights equal libswscale's.
    ///   - unit: The sum of the weights of a pixel.
    init(pixels: [Int], of length: Int, unit: Int) {
        let samples = (length + 1) / 2
        let step = (samples << 16 + length >> 1) / length
        var first: [Int32] = []
        var weights: [Int16] = []
        first.reserveCapacity(pixels.count)
        weights.reserveCapacity(pixels.count * 4)
        var known: [Int: Taps] = [:]
        for pixel in pixels {
            let position = step - (1 << 16) + pixel * 2 * step
            let phase = position & (Self.one - 1)
            let whole = position / Self.one
            if let taps = known[phase], whole >= 2, whole + 3 < samples {
                Self.append(taps.weights, at: whole + taps.start, to: &first, &weights)
                continue
            }
            let taps = Self.taps(at: position)
            let inside = taps.inside(samples)
            let weight = Self.normalized(inside.weights, unit: Int64(unit))
            if inside.start == taps.start, whole >= 2 {
                known[phase] = Taps(start: taps.start - whole, weights: weight)
            }
            Self.append(weight, at: inside.start, to: &first, &weights)
        }
        self.first = first
        self.weights = weights
        self.samples = samples
    }

    /// Upsamples a row of samples that are `step` bytes apart, in units of 1/128.
    func spread(_ row: UnsafePointer<UInt8>, step: Int, into out: UnsafeMutablePointer<Int16>) {
        guard samples < Self.taps else {
            return lineament_spread_chroma(row, Int32(step), first, weights, Int32(first.count), out)
        }
        let padded = (0..<Self.taps).map { row[min($0, samples - 1) * step] }
        lineament_spread_chroma(padded, 1, first, weights, Int32(first.count), out)
    }

    /// Calls `body` with the four weights of the pixel at `index`.
    func withWeights(of index: Int, _ body: (UnsafePointer<Int16>) -> Void) {
        weights.withUnsafeBufferPointer { all in
            guard let start = all.baseAddress else { return }
            body(start + index * Self.taps)
        }
    }

    private static func append(
        _ weight: SIMD4<Int64>, at start: Int, to first: inout [Int32], _ weights: inout [Int16]
    ) {
        first.append(Int32(start))
        for tap in 0..<4 { weights.append(Int16(weight[tap])) }
    }

    /// The distance between samples, in the fixed-point unit of positions.
    private static let one = 1 << 17
    /// The absolute weight, in units of 2⁻⁵⁴, up to which libswscale drops an outer sample.
    private static let negligible = Int64(0.002 * 0x1p54)

    /// Four consecutive samples and their weights.
    private struct Taps {
        var start: Int
        var weights: SIMD4<Int64>

        /// Returns the filter with the weights of samples beyond either end moved to the outermost sample.
        func inside(_ count: Int) -> Taps {
            var moved = Taps(start: max(0, min(count - 4, start)), weights: .zero)
            for tap in 0..<4 {
                moved.weights[max(0, min(count - 1, start + tap)) - moved.start] += weights[tap]
            }
            return moved
        }
    }

    /// Returns the samples around a position, with unnormalized weights.
    ///
    /// Before the first sample, the integer division rounds toward zero, so the outermost sample is missing, as in
    /// libswscale.
    private static func taps(at position: Int) -> Taps {
        var start = (position - 3 * one / 2) / one
        if abs(weight(of: start, at: position)) <= negligible { start += 1 }
        var taps = Taps(start: start, weights: .zero)
        for tap in 0..<4 { taps.weights[tap] = weight(of: start + tap, at: position) }
        return taps
    }

    /// Returns the unnormalized weight of a sample for a pixel at `position`.
    private static func weight(of sample: Int, at position: Int) -> Int64 {
        bicubic(distance: Int64(abs(sample * one - position)) << 13)
    }

    /// Returns the bicubic kernel at a distance in units of 2⁻³⁰ samples, with 54 fractional bits.
    private static func bicubic(distance d: Int64) -> Int64 {
        let one: Int64 = 1 << 24
        let c = Int64(0.6 * Double(one))
        guard d < 1 << 31 else { return 0 }
        let square = (d * d) >> 30
        let cube = (square * d) >> 30
        if d < 1 << 30 {
            return (12 * one - 6 * c) * cube + (-18 * one + 6 * c) * square + (6 * one) * (1 << 30)
        }
        return (-6 * c) * cube + (30 * c) * square + (-48 * c) * d + (24 * c) * (1 << 30)
    }

    /// Returns integer weights that sum to `unit`; each rounding error is carried over to the next weight.
    private static func normalized(_ taps: SIMD4<Int64>, unit: Int64) -> SIMD4<Int64> {
        let sum = (taps.wrappedSum() + unit / 2) / unit
        var error: Int64 = 0
        var weights = SIMD4<Int64>.zero
        for tap in 0..<4 {
            let value = taps[tap] + error
            weights[tap] = (value + (value >= 0 ? sum / 2 : -sum / 2)) / sum
            error = value - weights[tap] * sum
        }
        return weights
    }
}

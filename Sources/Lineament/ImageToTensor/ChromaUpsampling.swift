internal import CLineamentKernels

/// How half-size chroma is spread to the pixels of a row or column: four samples a pixel, with weights of whole numbers.
///
/// The weights are those of libswscale's bicubic filter (B = 0, C = 0.6), with chroma in the middle of its pixels, by its
/// own arithmetic, so that colours equal those of frames that it converts.
struct ChromaUpsampling {
    /// The first of the four samples of each pixel.
    let first: [Int32]
    /// Four weights a pixel, which sum to `unit`.
    let weights: [Int16]

    /// The samples that a pixel is made of.
    static let taps = 4

    private let samples: Int

    /// - Parameters:
    ///   - pixels: of a row or column of `length` pixels, which equals libswscale's from 13 pixels on.
    ///   - unit: what the weights of a pixel sum to.
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
            let weight = Self.normalised(inside.weights, unit: Int64(unit))
            if inside.start == taps.start, whole >= 2 {
                known[phase] = Taps(start: taps.start - whole, weights: weight)
            }
            Self.append(weight, at: inside.start, to: &first, &weights)
        }
        self.first = first
        self.weights = weights
        self.samples = samples
    }

    /// Spreads a row of samples, `step` bytes apart.
    func spread(_ row: UnsafePointer<UInt8>, step: Int, into out: UnsafeMutablePointer<Int16>) {
        guard samples < Self.taps else {
            return lineament_spread_chroma(row, Int32(step), first, weights, Int32(first.count), out)
        }
        let padded = (0..<Self.taps).map { row[min($0, samples - 1) * step] }
        lineament_spread_chroma(padded, 1, first, weights, Int32(first.count), out)
    }

    /// Calls `body` with the weights of the pixel at `index`.
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

    /// A sample, in the unit of positions.
    private static let one = 1 << 17
    /// A weight below this, in 1/2⁵⁴, does not count.
    private static let negligible = Int64(0.002 * 0x1p54)

    /// Four samples in a row.
    private struct Taps {
        var start: Int
        var weights: SIMD4<Int64>

        /// Weights of samples beyond the ends go to the last sample there is.
        func inside(_ count: Int) -> Taps {
            var moved = Taps(start: max(0, min(count - 4, start)), weights: .zero)
            for tap in 0..<4 {
                moved.weights[max(0, min(count - 1, start + tap)) - moved.start] += weights[tap]
            }
            return moved
        }
    }

    /// The samples around a position. Before the first sample, where the division rounds towards it, the outermost is
    /// missing, as it is in libswscale.
    private static func taps(at position: Int) -> Taps {
        var start = (position - 3 * one / 2) / one
        if abs(weight(of: start, at: position)) <= negligible { start += 1 }
        var taps = Taps(start: start, weights: .zero)
        for tap in 0..<4 { taps.weights[tap] = weight(of: start + tap, at: position) }
        return taps
    }

    private static func weight(of sample: Int, at position: Int) -> Int64 {
        bicubic(distance: Int64(abs(sample * one - position)) << 13)
    }

    /// In 1/2³⁰ sample; the weight has 54 bits after the point.
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

    /// Whole numbers that sum to `unit`; what rounding leaves goes to the next.
    private static func normalised(_ taps: SIMD4<Int64>, unit: Int64) -> SIMD4<Int64> {
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

// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A Butterworth low-pass of second order.
public struct ButterworthFilter: Sendable, Hashable {
    /// The weights of the input: now, one and two samples ago.
    let b: (Double, Double, Double)
    /// The weights of the output one and two samples ago.
    let a: (Double, Double)

    /// Creates a filter.
    /// - Parameters:
    ///   - cutoff: The frequency at which half of the power passes, in hertz.
    ///   - rate: The number of samples in a second.
    /// - Returns: `nil` unless the cutoff is above 0 and below half the rate: then there is nothing to take away.
    public init?(cutoff: Double, rate: Double) {
        guard cutoff > 0, cutoff < rate / 2 else { return nil }
        // The bilinear transform of 1 / (s² + √2 s + 1), with the cutoff warped to where it shall be.
        let warped = tan(.pi * cutoff / rate)
        let square = warped * warped
        let scale = 1 / (1 + 2.0.squareRoot() * warped + square)
        b = (square * scale, 2 * square * scale, square * scale)
        a = (2 * (square - 1) * scale, (1 - 2.0.squareRoot() * warped + square) * scale)
    }

    /// Returns samples filtered forwards and backwards, which moves nothing in time: the same as SciPy's
    /// `filtfilt(*butter(2, cutoff, fs=rate), samples)`.
    ///
    /// As there, both ends are first extended by nine samples, turned about the last one; by fewer where there are not
    /// as many.
    public func forwardsAndBackwards(_ samples: [Double]) -> [Double] {
        guard let first = samples.first, let last = samples.last, samples.count > 1 else { return samples }
        let padding = min(9, samples.count - 1)
        let before = (1...padding).reversed().map { 2 * first - samples[$0] }
        let after = (1...padding).map { 2 * last - samples[samples.count - 1 - $0] }
        let there = forwards(before + samples + after)
        let back = forwards(there.reversed())
        return back.reversed()[padding..<padding + samples.count].map(\.self)
    }

    /// Filters in one direction, as if all samples before the first had been like it.
    private func forwards(_ samples: [Double]) -> [Double] {
        let first = samples.first ?? 0
        var state1 = (1 - b.0) * first
        var state2 = (b.2 - a.1) * first
        return samples.map { sample in
            let filtered = b.0 * sample + state1
            state1 = b.1 * sample - a.0 * filtered + state2
            state2 = b.2 * sample - a.1 * filtered
            return filtered
        }
    }

    /// Returns whether both filters have the same weights.
    public static func == (left: ButterworthFilter, right: ButterworthFilter) -> Bool {
        left.b == right.b && left.a == right.a
    }

    /// Hashes the weights.
    public func hash(into hasher: inout Hasher) {
        for value in [b.0, a.0, a.1] { hasher.combine(value) }
    }
}

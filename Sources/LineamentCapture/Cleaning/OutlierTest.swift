// SPDX-License-Identifier: Apache-2.0

/// Hampel's test for outliers: a value is one if it is far from the median of its neighbors, measured by their own
/// deviations from it.
public struct OutlierTest: Sendable, Hashable {
    /// The number of frames that are compared, with the value's own in the middle.
    public var frames: Int
    /// The distance from the median beyond which a value is an outlier, in standard deviations.
    public var deviations: Double

    /// Creates a test.
    ///
    /// Sports2D compares 7 frames, with 2 deviations (95 %), which in noise alone finds one value in twenty. The
    /// default of 4 leaves noise to the filter that follows and finds what jumps.
    public init(frames: Int = 7, deviations: Double = 4) {
        self.frames = frames
        self.deviations = deviations
    }

    /// The standard deviation of a normal distribution, in medians of absolute deviations.
    private static let perMedianDeviation = 1.4826

    /// Returns which values are outliers.
    /// - Parameters:
    ///   - signal: The values; gaps are NaN, and no outliers.
    ///   - floor: A distance from the median within which no value is an outlier, however still its neighbors are.
    public func outliers(in signal: [Double], floor: Double) -> [Bool] {
        signal.indices.map { index in
            guard signal[index].isFinite else { return false }
            let reach = frames / 2
            let near = signal[max(0, index - reach)...min(signal.count - 1, index + reach)].filter(\.isFinite)
            guard near.count >= 5 else { return false }
            let median = near.median
            let deviation = near.map { abs($0 - median) }.median * Self.perMedianDeviation
            return abs(signal[index] - median) > max(floor, deviations * deviation)
        }
    }
}

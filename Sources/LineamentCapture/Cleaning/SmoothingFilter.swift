// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A way to smooth a signal after the fact.
public enum SmoothingFilter: Sendable, Hashable {
    /// No smoothing.
    case none
    /// A Butterworth low-pass of second order, forwards and backwards: what moves slower than the cutoff (in hertz)
    /// stays where and when it was.
    case butterworth(cutoff: Double)
    /// The One-Euro filter, forwards and backwards, whose cutoff (in hertz) rises with speed: still values are smoothed
    /// more than moving ones.
    case oneEuro(minimumCutoff: Double, speedCoefficient: Double)
    /// The median of a number of frames, which takes away single outliers and keeps steps.
    case median(frames: Int)

    /// Returns a smoothed signal. Gaps (NaN) stay, and what lies between two gaps is smoothed by itself.
    /// - Parameters:
    ///   - signal: The values, evenly spaced.
    ///   - rate: The number of values in a second.
    public func smoothed(_ signal: [Double], rate: Double) -> [Double] {
        guard self != .none else { return signal }
        var smoothed = signal
        for run in signal.runs(where: \.isFinite) {
            smoothed.replaceSubrange(run, with: smoothedRun(Array(signal[run]), rate))
        }
        return smoothed
    }

    private func smoothedRun(_ run: [Double], _ rate: Double) -> [Double] {
        switch self {
        case .none: run
        case .butterworth(let cutoff):
            ButterworthFilter(cutoff: cutoff, rate: rate)?.forwardsAndBackwards(run) ?? run
        case .oneEuro(let cutoff, let coefficient):
            Self.oneEuro(
                Self.oneEuro(run, rate, cutoff, coefficient).reversed(), rate, cutoff, coefficient
            ).reversed()
        case .median(let frames): run.runningMedian(reach: frames / 2)
        }
    }

    /// The cutoff of the One-Euro filter's speed, in hertz, as in its authors' code.
    private static let speedCutoff = 1.0

    private static func oneEuro(
        _ run: [Double], _ rate: Double, _ minimumCutoff: Double, _ speedCoefficient: Double
    ) -> [Double] {
        func share(_ cutoff: Double) -> Double {
            let constant = 2 * Double.pi * cutoff / rate
            return constant / (constant + 1)
        }
        guard var last = run.first else { return run }
        var speed = 0.0
        var lastRaw = last
        return run.map { value in
            let rawSpeed = (value - lastRaw) * rate
            speed += share(speedCutoff) * (rawSpeed - speed)
            last += share(minimumCutoff + speedCoefficient * abs(speed)) * (value - last)
            lastRaw = value
            return last
        }
    }
}

extension Array {
    /// Returns the ranges of neighbors that satisfy a condition.
    func runs(where isInside: (Element) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for (index, element) in enumerated() {
            if isInside(element) {
                start = start ?? index
            } else if let first = start {
                runs.append(first..<index)
                start = nil
            }
        }
        if let start { runs.append(start..<count) }
        return runs
    }
}

extension [Double] {
    /// The median; NaN if empty.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Returns the median of each value and its neighbors up to `reach` away, of as many as there are on both sides.
    func runningMedian(reach: Int) -> [Double] {
        indices.map { index in
            let reach = Swift.min(reach, index, count - 1 - index)
            return Array(self[index - reach...index + reach]).median
        }
    }
}

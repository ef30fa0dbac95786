// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import LineamentCapture

@Suite struct FilterTests {
    private func signal(_ count: Int) -> [Double] {
        (0..<count).map { index -> Double in
            let time = Double(index)
            let wave: Double = sin(time * 0.3) + 0.5 * sin(time * 2.1)
            return wave + 0.01 * time * time
        }
    }

    /// Printed by SciPy 1.17.1: filtfilt(*butter(2, cutoff, fs=rate), signal).
    private static let scipy: [(count: Int, cutoff: Double, rate: Double, expected: [Double])] = [
        (
            40, 6, 30,
            [
                -6.11476894023e-05, 0.321398338997, 0.592238446238, 0.871888806142, 1.10245214224, 1.23266092794,
                1.33255699379, 1.36401072117, 1.30120918066, 1.23731486806, 1.15310411891, 1.03944169452,
                0.999291163763, 1.01563324414, 1.07683789621, 1.27552638704, 1.57767098951, 1.95259625455,
                2.4701545101, 3.0721740784, 3.70768693421, 4.42850191777, 5.16264286604, 5.85384247412, 6.55414798552,
                7.19777932651, 7.74306680289, 8.26028826347, 8.70439517655, 9.05803760502, 9.41374176925,
                9.7453103482, 10.05225128, 10.4367695776, 10.8737468484, 11.3565732318, 11.9745999761, 12.698502757,
                13.5372783753, 14.5565823209,
            ]
        ),
        (
            12, 4, 25,
            [
                0.000396475024143, 0.314616643753, 0.601195989497, 0.868657876221, 1.08716734904, 1.23367240767,
                1.33319932698, 1.3790325252, 1.35845136885, 1.26567249903, 1.02270145785, 0.604405522705,
            ]
        ),
    ]

    @Test func butterworthEqualsSciPy() throws {
        for reference in Self.scipy {
            let filter = try #require(ButterworthFilter(cutoff: reference.cutoff, rate: reference.rate))
            let filtered = filter.forwardsAndBackwards(signal(reference.count))
            let error = zip(filtered, reference.expected).map { abs($0 - $1) }.max() ?? .infinity
            #expect(filtered.count == reference.expected.count)
            #expect(error < 1e-9)
        }
    }

    @Test func aCutoffAboveHalfTheRateTakesNothingAway() {
        #expect(ButterworthFilter(cutoff: 6, rate: 10) == nil)
        #expect(SmoothingFilter.butterworth(cutoff: 6).smoothed([1, 5, 2], rate: 10) == [1, 5, 2])
    }

    @Test(arguments: [
        SmoothingFilter.butterworth(cutoff: 6), .oneEuro(minimumCutoff: 4, speedCoefficient: 1.5), .median(frames: 5),
    ])
    func aGapStaysAGapAndDoesNotSpread(filter: SmoothingFilter) {
        let half = signal(20)
        let smoothed = filter.smoothed(half + [.nan, .nan] + half, rate: 30)
        #expect(smoothed.indices.filter { smoothed[$0].isNaN } == [20, 21])
        #expect(Array(smoothed[..<20]) == filter.smoothed(half, rate: 30))
        #expect(Array(smoothed[22...]) == filter.smoothed(half, rate: 30))
    }

    @Test(arguments: [
        SmoothingFilter.butterworth(cutoff: 6), .oneEuro(minimumCutoff: 4, speedCoefficient: 1.5), .median(frames: 5),
    ])
    func whatIsStillStays(filter: SmoothingFilter) {
        let smoothed = filter.smoothed([Double](repeating: 2.5, count: 30), rate: 30)
        #expect(smoothed.allSatisfy { abs($0 - 2.5) < 1e-9 })
    }

    @Test func aMedianTakesAwayASpikeAndKeepsAStep() {
        let median = SmoothingFilter.median(frames: 3)
        #expect(median.smoothed([0, 0, 9, 0, 0], rate: 30) == [0, 0, 0, 0, 0])
        #expect(median.smoothed([0, 0, 5, 5, 5], rate: 30) == [0, 0, 5, 5, 5])
    }

    @Test func aJumpIsAnOutlierAndNoiseIsNot() {
        var values = (0..<40).map { 0.001 * sin(Double($0) * 12.9898) }
        values[17] = 1
        let found = OutlierTest().outliers(in: values, floor: 0.01)
        #expect(found.indices.filter { found[$0] } == [17])
    }
}

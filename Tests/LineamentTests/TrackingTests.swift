// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Lineament

@Suite struct TrackingTests {
    private let size = ImageSize(width: 1000, height: 500)

    private func box(_ x: Float, _ y: Float, side: Float = 0.1) -> BoundingBox {
        let half = SIMD2(side / 2, side)
        return BoundingBox(minimum: SIMD2(x, y) - half, maximum: SIMD2(x, y) + half)
    }

    @Test func laterRegionsReplaceOverlappingOnes() {
        func region(_ x: Float) -> RotatedRect {
            RotatedRect(xCenter: x, yCenter: 0.5, width: 0.2, height: 0.2, rotation: 0)
        }
        let kept = RegionAssociation.merge(
            [region(0.2), region(0.8)], then: [region(0.21)], iouThreshold: 0.5)
        #expect(kept.map(\.xCenter) == [0.8, 0.21])
        #expect(RegionAssociation.merge([region(0.2)], then: [], iouThreshold: 0.5).count == 1)
        // A threshold of 1 keeps even identical regions.
        #expect(RegionAssociation.merge([region(0.2)], then: [region(0.2)], iouThreshold: 1).count == 2)
    }

    @Test func trackIDsStayWithTheirFaces() {
        var register = IdentityTracker()
        #expect(register.identify([box(0.2, 0.5), box(0.8, 0.5)], size: size, time: 0) == [1, 2])
        #expect(register.identify([box(0.79, 0.5), box(0.21, 0.5)], size: size, time: 33) == [2, 1])
    }

    /// Two faces cross and coincide in the middle.
    @Test func crossingFacesKeepTheirTrackIDs() {
        var register = IdentityTracker()
        for frame in 0..<40 {
            let way = Float(frame) / 39
            let found = [box(0.1 + 0.8 * way, 0.45), box(0.9 - 0.8 * way, 0.55)]
            let swapped = frame % 3 == 1
            let ids = register.identify(swapped ? found.reversed() : found, size: size, time: frame * 33)
            #expect(ids == (swapped ? [2, 1] : [1, 2]), "frame \(frame)")
        }
    }

    @Test func aFaceKeepsItsTrackIDAfterTwentyMissingFrames() {
        var register = IdentityTracker()
        for frame in 0..<10 { _ = register.identify([box(0.3, 0.5), box(0.7, 0.5)], size: size, time: frame * 33) }
        for frame in 10..<30 { #expect(register.identify([box(0.7, 0.5)], size: size, time: frame * 33) == [2]) }
        #expect(register.identify([box(0.7, 0.5), box(0.33, 0.52)], size: size, time: 30 * 33) == [2, 1])
    }

    /// Frames that are stamped as they arrive may be a millisecond apart, and the next one late.
    @Test func burstsOfFramesDoNotLoseSmallFaces() {
        var register = IdentityTracker()
        for (frame, time) in [0, 33, 34, 99, 100, 165].enumerated() {
            let found = [box(0.5 + 0.003 * Float(frame), 0.5, side: 0.02)]
            #expect(register.identify(found, size: size, time: time) == [1], "\(time) ms")
        }
    }

    @Test func trackIDsAreNeverReused() {
        var register = IdentityTracker()
        #expect(register.identify([box(0.3, 0.5)], size: size, time: 0) == [1])
        #expect(register.identify([], size: size, time: 5000) == [])
        #expect(register.identify([box(0.3, 0.5)], size: size, time: 5033) == [2])
        // A distant face is a different one, however short the gap.
        #expect(register.identify([box(0.9, 0.2)], size: size, time: 5066) == [3])
    }

    /// A face that is in every frame keeps its ID, however rarely frames come.
    @Test func trackIDsSurviveLongIntervals() {
        var tracker = IdentityTracker()
        for time in [0, 2500, 5000, 65000] {
            #expect(tracker.identify([box(0.3, 0.5)], size: size, time: time) == [1])
        }
        // Nobody crosses the image unseen: the distance that is bridged stops growing.
        #expect(tracker.identify([box(0.98, 0.5)], size: size, time: 125_000) == [2])
    }

    @Test func substituteTimesKeepTheIntervalsOfTimestamps() {
        var timestamps = IncreasingTimestamps()
        #expect([0, 16, 16, 33, 50, 66].map { timestamps.next($0) } == [0, 16, 49, 66, 83, 99])
        #expect([nil, nil, 5].map { timestamps.next($0) } == [132, 165, 198])
        var late = IncreasingTimestamps()
        #expect([3_600_000, 40, 80].map { late.next($0) } == [3_600_000, 3_600_033, 3_600_073])
        var extreme = IncreasingTimestamps()
        let times = [8_000_000_000_000, -8_000_000_000_000, 8_000_000_000_000, .max, .min, nil].map { extreme.next($0) }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.allSatisfy(FrameClock.range.contains))
    }

    /// Known properties of the filter: constants and first values pass unchanged, and slow motion is smoothed more.
    @Test func filterSmoothsSlowMotionMoreThanFastMotion() {
        var filter = OneEuroFilter(.imageLandmarks)
        var points: [SIMD3<Float>] = [SIMD3(10, 10, 0)]
        filter.apply(to: &points, time: 33_000_000, scale: 0.01)
        #expect(points == [SIMD3(10, 10, 0)])
        points = [SIMD3(10.1, 60, 0)]
        filter.apply(to: &points, time: 66_000_000, scale: 0.01)
        #expect(points[0].x < 10.05)
        #expect(points[0].y > 50)
        #expect(points[0].z == 0)
        // A timestamp that does not increase leaves points unchanged.
        points = [SIMD3(99, 99, 99)]
        filter.apply(to: &points, time: 66_000_000, scale: 0.01)
        #expect(points == [SIMD3(99, 99, 99)])
    }

    /// Smoothing depends on the time between frames, not on when the video begins.
    @Test func filterSmoothsBeforeTimeZero() {
        func smoothed(from start: Int64) -> [SIMD3<Float>] {
            var filter = OneEuroFilter(.imageLandmarks)
            return (0..<4).map { frame in
                var points: [SIMD3<Float>] = [SIMD3(10 + Float(frame % 2), 20, 0)]
                filter.apply(to: &points, time: start + Int64(frame) * 33_000_000, scale: 0.01)
                return points[0]
            }
        }
        let expected = smoothed(from: 1_000_000_000)
        #expect(smoothed(from: -1_000_000_000) == expected)
        #expect(expected[1].x < 10.5)
        // The longest time between two frames.
        var filter = OneEuroFilter(.imageLandmarks)
        for time: Int64 in [-9_000_000_000_000_000_000, 9_000_000_000_000_000_000] {
            var points: [SIMD3<Float>] = [SIMD3(10, 10, 0)]
            filter.apply(to: &points, time: time, scale: 0.01)
            #expect(points == [SIMD3(10, 10, 0)])
        }
    }

    /// MediaPipe starts over in image coordinates when the size of the frames changes, and goes on in meters.
    @Test(arguments: [(256, 256), (512, 500), (500, 512), (1024, 1024)])
    func smoothersStartOverWithAnotherSize(width: Float, height: Float) {
        var smoother = LandmarkSmoother(.imageLandmarks)
        func smooth(_ x: Float, _ size: ImageSize, _ time: Int) -> Float {
            smoother.smooth([SIMD3(x, 0.5, 0)], in: size, objectSize: size.width / 4, timestamp: time)[0].x
        }
        let before = ImageSize(width: 512, height: 512)
        let after = ImageSize(width: width, height: height)
        _ = smooth(0.4, before, 33)
        #expect(smooth(0.41, before, 66) < 0.409)
        #expect(abs(smooth(0.42, after, 99) - 0.42) < 1e-6)
        let next = smooth(0.43, after, 132)
        #expect(next > 0.42)
        #expect(next < 0.4295)
    }
}
